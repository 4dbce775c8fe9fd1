import { useEffect, useEffectEvent } from 'react';
import { leaving, useLocation } from '../lib/navigation.tsx';

/**
 * Layers over a page (sheets, dialogs, menus, the photo viewer) close on Back, the topmost first. Each open layer has a
 * history entry of its own, a copy of the page's with the number of layers up to it: Back acts on entries in every
 * browser, even on a visit's first page. `CloseWatcher` hears only the Android gesture, and a `navigate` event cannot
 * hold a page that another document precedes.
 */
type Layer = () => void;

/** The open layers, the topmost last. */
const layers = new Set<Layer>();
/** Callbacks for the end of a traversal that we began; undefined while there is none. */
let underWay: (() => void)[] | undefined;
let dueAt = 0;
/** The page on the screen, as returned by `address`, and the depth of its current entry. */
let shown = address();
let entered = 0;

/** How long a navigation waits for a traversal, which takes long on a busy device, or never arrives. */
const PATIENCE_MS = 2000;
/** A layer that is still open this long after Back stays open, such as one that is busy. */
const CLOSING_MS = 100;

function address(): string {
  return `${location.pathname}${location.search} ${history.state?.key ?? 'default'}`;
}

/** The number of layer entries up to the current one. */
const depth = (): number => history.state?.layers ?? 0;

/** Makes the history entries match the open layers. */
function settle(): void {
  if (!underWay && depth() > layers.size) goBack(depth() - layers.size);
  while (!underWay && depth() < layers.size) history.pushState({ ...history.state, layers: depth() + 1 }, '');
  entered = depth();
}

function goBack(entries: number, then?: () => void): void {
  underWay = then ? [then] : [];
  history.go(-entries);
  dueAt = performance.now() + PATIENCE_MS;
  const late = underWay;
  // Without a navigation that waits, there is nothing to do: a second traversal would leave the page.
  setTimeout(() => late === underWay && late.length > 0 && arrive(), PATIENCE_MS);
}

function arrive(): void {
  const waiting = underWay ?? [];
  underWay = undefined;
  for (const go of waiting) go();
  settle();
}

/**
 * Follows a navigation of the app. A layer that stays open over the next page gets a new entry once that is rendered.
 */
function leave(go: () => void, stays: boolean): void {
  const before = location.pathname;
  go();
  shown = address();
  if (!stays || location.pathname !== before) layers.clear();
  settle();
}

function onPopState(event: PopStateEvent): void {
  // An entry of a closed layer, reached by Forward, leads back to its page.
  if (!underWay && depth() > layers.size) {
    event.stopImmediatePropagation();
    settle();
    return;
  }
  const before = shown;
  shown = address();
  const stays = shown === before;
  // There is nothing to render.
  if (stays) event.stopImmediatePropagation();
  if (stays && underWay) arrive();
  else {
    // Back was not meant to leave the entry of a layer that has closed a moment before.
    const open = stays ? layers.size - (entered - depth()) : 0;
    for (const close of [...layers].slice(Math.max(0, open)).toReversed()) close();
    if (!stays) layers.clear();
    if (underWay) arrive();
    else if (open < 0) goBack(depth() - open);
    else setTimeout(settle, CLOSING_MS);
  }
  entered = depth();
}

window.addEventListener('popstate', onPopState, { capture: true });
leaving.by = (go, adds) => {
  const along = (over: boolean) => leave(() => go(over), adds !== undefined);
  if (performance.now() > dueAt) underWay = undefined;
  if (underWay) underWay.push(() => along(false));
  else if (depth() === 0) along(false);
  // The next page replaces the entry that the layer no longer needs.
  else if (depth() === 1 && adds) along(true);
  else goBack(depth(), () => along(false));
};
settle();

/** Lets Back close what is open, if it is. */
export function useLayer(open: boolean, close: () => void): void {
  const { pathname } = useLocation();
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return undefined;
    const layer = () => onBack();
    layers.add(layer);
    settle();
    return () => {
      layers.delete(layer);
      // A layer that opens at once, such as a dialog from a menu, takes over the entry.
      setTimeout(settle);
    };
  }, [open, pathname]);
}
