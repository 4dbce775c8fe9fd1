import { createStore } from '../../lib/value-store.ts';
import type * as Parts from './components/conversation-parts.tsx';
import { chooseMessage, messageAt } from './parts-store.ts';

/** Code that reading a conversation does not need; it loads once the messages are on the screen. */
const parts = createStore<typeof Parts | undefined>(undefined);

export const useParts = parts.use;

export const loadQuestions = () => import('./components/chat-questions.tsx');

export function loadParts(): void {
  if (parts.get()) return;
  void import('./components/conversation-parts.tsx').then(parts.set);
  void loadQuestions();
}

/** Opens the menu of a message. */
export function openMessage(id: string): void {
  loadParts();
  chooseMessage(id);
}

/** Suppresses the browser's context menu on bubbles, even while the code of ours is still loading. */
export function openContextMenu(event: Event): void {
  const id = messageAt(event.target);
  if (id === undefined) return;
  event.preventDefault();
  openMessage(id);
}
