import { PIN_UNDO_MS } from '@herenow/contract/constants';
import { createStore } from './value-store.ts';
import { warn } from './log.ts';
import { outlivePage } from './transport.ts';

/** Something that was just done and can be taken back for a moment. */
export interface Undoable {
  /** What it is done to, such as a chat: what shows that can ask whether it `isWithheld`. */
  id: string;
  text: string;
  undo: () => void;
  /** Does it, where it waits for the moment to be over. */
  commit?: () => Promise<unknown>;
  /** How long it can be taken back, in milliseconds. */
  ms?: number;
}

const LEAVING = ['beforeunload', 'pagehide', 'visibilitychange'] as const;
const offered = createStore<Undoable | undefined>(undefined);
/** What waits for its moment to be over, or for the answer after it. */
const withheld = createStore<ReadonlySet<string>>(new Set());
let timer: ReturnType<typeof setTimeout> | undefined;

export const useOfferedUndo = offered.use;
export const useWithheld = withheld.use;

/** Offers to take something back. What was offered before is done for good. */
export function offerUndo(undoable: Undoable): void {
  settle();
  if (undoable.commit) withhold(undoable.id, true);
  offered.set(undoable);
  timer = setTimeout(settle, undoable.ms ?? PIN_UNDO_MS);
  // A user who leaves the page cannot undo any more. Captured, so that it settles while there is still a connection.
  for (const name of LEAVING) window.addEventListener(name, settleWhenLeaving, true);
}

export function undo(): void {
  const last = offered.get();
  if (!last) return;
  close();
  withhold(last.id, false);
  last.undo();
}

/** What can be taken back no more is not offered any longer. */
export function closeUndo(id: string): void {
  if (offered.get()?.id === id) settle();
}

function settleWhenLeaving({ type }: Event): void {
  if (type !== 'visibilitychange') outlivePage();
  else if (!document.hidden) return;
  settle();
}

function settle(): void {
  const last = offered.get();
  if (!last) return;
  close();
  void last
    .commit?.()
    .catch((error: unknown) => warn('what could be undone was not done', error))
    .finally(() => withhold(last.id, false));
}

function close(): void {
  clearTimeout(timer);
  for (const name of LEAVING) window.removeEventListener(name, settleWhenLeaving, true);
  offered.set(undefined);
}

function withhold(id: string, waits: boolean): void {
  const next = new Set(withheld.get());
  if (waits) next.add(id);
  else next.delete(id);
  withheld.set(next);
}
