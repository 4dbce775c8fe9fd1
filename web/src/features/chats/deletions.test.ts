import type { Message } from '@herenow/contract/entities';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../../lib/testing/browser-globals.ts';
import { deleteLater } from './deletions.ts';
import { words } from './parts-words.ts';

const { told, sent } = vi.hoisted(() => ({ told: [] as string[], sent: [] as unknown[] }));
vi.mock('../../ui/toast.tsx', () => ({ showToast: (text: string) => void told.push(text) }));
vi.mock('../../lib/realtime/index.ts', () => ({
  sendRealtime: (to: string, body: object) => void sent.push([to, body]),
}));

const message = { id: 'm', chatId: 'c', senderId: 'a', recipientId: 'b' } as Message;
let browser: ReturnType<typeof fakeBrowser>;
beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  told.length = sent.length = 0;
});

it('tells of a deletion that nothing is heard of', async () => {
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([['/app/chat.delete', message]]);
  expect(told).toEqual([words.notDeleted]);
});

it('says nothing of one that is heard of', async () => {
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(6000);
  browser.window.dispatchEvent(new CustomEvent('delete-message', { detail: message }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
});
