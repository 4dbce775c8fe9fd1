import { createStore } from '../../lib/value-store.ts';
import { emit } from '../../lib/window-events.ts';
import type * as Parts from './components/conversation-parts.tsx';
import { chooseMessage, messageAt } from './parts-store.ts';

/** Code that is not needed to read a conversation; it loads once the messages are on the screen. */
const parts = createStore<typeof Parts | undefined>(undefined);

export const useParts = parts.use;

// Vite treats a handler directly after an import as part of it, and would not tell it of lost styles.
const load = () => import('./components/conversation-parts.tsx');
export const loadQuestions = () => import('./components/chat-questions.tsx');

const RETRY_MS = 3000;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Loads the parts, and retries until they are here. `awaited`: the user is waiting for them. */
export function loadParts(awaited = false): void {
  clearTimeout(retry);
  if (parts.get()) return;
  load().then(parts.set, () => {
    if (awaited) emit('partFailed');
    retry = setTimeout(loadParts, RETRY_MS);
  });
  loadQuestions().catch(() => undefined);
}

export function openMessage(id: string): void {
  loadParts(true);
  chooseMessage(id);
}

/** Suppresses the browser's context menu on bubbles, even while the code of ours is still loading. */
export function openContextMenu(event: Event): void {
  const id = messageAt(event.target);
  if (id === undefined) return;
  event.preventDefault();
  openMessage(id);
}
