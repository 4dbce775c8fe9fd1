import type { Message } from '@herenow/contract/entities';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../../tests/browser-globals.ts';
import { session } from '../../lib/session.ts';
import { deleteLater } from './deletions.ts';
import { words } from './parts-words.ts';

const { told, sent, connection } = vi.hoisted(() => ({
  told: [] as string[],
  sent: [] as unknown[],
  connection: { status: 'connected' },
}));
vi.mock('../../ui/toast.tsx', () => ({ showToast: (text: string) => void told.push(text) }));
vi.mock('../../lib/realtime/index.ts', () => ({
  isConnected: () => connection.status === 'connected',
  sendRealtime: (to: string, body: object) => void sent.push([to, body]),
}));

const message = { id: 'm', chatId: 'c', senderId: 'a', recipientId: 'b' } as Message;
let browser: ReturnType<typeof fakeBrowser>;
beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  session.open(tokenOf('a'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  told.length = sent.length = 0;
});

const now = (changes: Partial<Message>) =>
  browser.answer(() => ({ status: 200, text: JSON.stringify([{ ...message, ...changes }]) }));

it('tells of a deletion that nothing is heard of, and does not delete it later', async () => {
  now({});
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([words.notDeleted]);
  browser.window.dispatchEvent(new CustomEvent('connected'));
  expect(sent).toEqual([['/app/chat.delete', message]]);
});

it('tells it as well where the server cannot be asked', async () => {
  browser.answer(() => 'no network');
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([words.notDeleted]);
});

it('takes one whose event was lost for done', async () => {
  const heard = browser.heard('delete-message');
  now({ deleted: true });
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  expect(heard()).toBe(1);
});

it('says nothing of one whose chat is gone, nor to who has signed out', async () => {
  browser.answer(() => ({ status: 404 }));
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(60_000);
  deleteLater(message);
  session.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
});

it('sends it once there is a connection', async () => {
  connection.status = 'connecting';
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(6000);
  expect(sent).toEqual([]);
  connection.status = 'connected';
  browser.window.dispatchEvent(new CustomEvent('connected'));
  expect(sent).toEqual([['/app/chat.delete', message]]);
});

it('sends it again over the next connection, until it is heard of', async () => {
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(6000);
  browser.window.dispatchEvent(new CustomEvent('connected'));
  expect(sent).toHaveLength(2);
  browser.window.dispatchEvent(new CustomEvent('delete-message', { detail: message }));
  await vi.advanceTimersByTimeAsync(60_000);
  browser.window.dispatchEvent(new CustomEvent('connected'));
  expect(sent).toHaveLength(2);
  expect(told).toEqual([]);
});

it('says nothing of one that is heard of', async () => {
  deleteLater(message);
  await vi.advanceTimersByTimeAsync(6000);
  browser.window.dispatchEvent(new CustomEvent('delete-message', { detail: message }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
});
