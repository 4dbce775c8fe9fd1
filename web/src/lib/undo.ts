import { PIN_UNDO_MS } from '@herenow/contract/constants';
import { createStore } from './value-store.ts';
import { warn } from './log.ts';
import { listen } from './window-events.ts';

/** An action that can be undone for a moment. */
export interface Undoable {
  /** The id of what the action changes, such as a chat: components that show it can check `useWithheld`. */
  id: string;
  text: string;
  undo: () => void;
  /** Performs the action, if it is delayed until the moment to undo has passed. */
  commit?: () => Promise<unknown>;
  /** How long it can be undone, in milliseconds. */
  ms?: number;
}

/** What can be undone now. */
export const offered = createStore<Undoable | undefined>(undefined);
/** The ids of actions that wait for their moment to undo to pass, or for the response after it. */
export const withheld = createStore<ReadonlySet<string>>(new Set());
let timer: ReturnType<typeof setTimeout> | undefined;

export const useWithheld = withheld.use;

/** Offers to undo an action. An earlier offer is committed. */
export function offerUndo(undoable: Undoable): void {
  settle();
  if (undoable.commit) withhold(undoable.id, true);
  offered.set(undoable);
  timer = setTimeout(settle, undoable.ms ?? PIN_UNDO_MS);
}

export function undo(): void {
  const last = close();
  if (!last) return;
  withhold(last.id, false);
  last.undo();
}

/** Ends the offer for something that can no longer be undone. */
export function closeUndo(id: string): void {
  if (offered.get()?.id === id) settle();
}

function settle(): void {
  const last = close();
  void last
    ?.commit?.()
    .catch((error: unknown) => warn('not done', error))
    .finally(() => withhold(last.id, false));
}

// A user who leaves the page cannot undo any more.
if (typeof window !== 'undefined') listen('leaving', settle);

function close(): Undoable | undefined {
  const last = offered.get();
  clearTimeout(timer);
  offered.set(undefined);
  return last;
}

function withhold(id: string, waits: boolean): void {
  const next = new Set(withheld.get());
  if (waits) next.add(id);
  else next.delete(id);
  withheld.set(next);
}
