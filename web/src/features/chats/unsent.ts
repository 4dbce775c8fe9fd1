import { sendMessage } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { chatNotFound } from '@herenow/contract/refusals';
import { useMemo } from 'react';
import { isRefusal, isStatus } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { deviceStore, readJson } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import { emit, listen } from '../../lib/window-events.ts';
import { readMessageDraft, writeMessageDraft } from './message-drafts.ts';

/** An unsent message, kept on the device until the server confirms it. */
export interface Unsent {
  /** The message's id; every attempt reuses it, so that the message is stored once. */
  id: string;
  chatId: string;
  recipientId: string;
  recipientUsername: string;
  content: string;
  replyTo?: string | undefined;
  created: number;
  state: 'sending' | 'failed';
  /** Why it failed, as a sentence for the user. */
  error?: string;
}

const KEY = 'unsent';
const RETRIES_MS = [1000, 2000, 4000, 8000];

/** A damaged entry must not break the page at each visit. */
const read = (): readonly Unsent[] =>
  Object.values((readJson(deviceStore, KEY) ?? []) as (Unsent | null)[]).filter((entry) => entry !== null);

const unsent = createStore(read());
/**
 * The last attempt of each chat: messages are sent in the order they were written, and one without an answer holds back
 * those behind it.
 */
const tails = new Map<string, Promise<void>>();
/** What this tab is about to send. */
const delivering = new Set<string>();
/** Takes the sent messages; nothing is sent before it is set. */
let onSent: ((message: Message) => void) | undefined;

/** Another tab may have written meanwhile. */
const readAgain = (): void => unsent.set(read());

function set(change: (kept: readonly Unsent[]) => readonly Unsent[]): void {
  const next = change(read());
  if (next.length === 0) deviceStore.remove(KEY);
  else deviceStore.write(KEY, JSON.stringify(next));
  unsent.set(next);
}

const change = (id: string, part: Partial<Unsent>) =>
  set((kept) => kept.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));

/** Takes a message over and sends it as soon as it can be sent. */
export function queueMessage(
  message: Pick<Unsent, 'chatId' | 'recipientId' | 'recipientUsername' | 'content' | 'replyTo'>,
): void {
  const entry: Unsent = { ...message, id: crypto.randomUUID(), created: Date.now(), state: 'sending' };
  set((kept) => [...kept, entry]);
  if (onSent) sendWaiting();
}

export function retryUnsent(id: string): void {
  change(id, { error: '' });
  sendWaiting();
}

export function dropUnsent(id: string): void {
  set((kept) => kept.filter((entry) => entry.id !== id));
}

const gotNoAnswer = ({ state, error }: Unsent) => state === 'failed' && !error;

/** Sends waiting messages and those without an answer, in the order in which they were written. */
function sendWaiting(): void {
  for (const entry of unsent.get()) if (gotNoAnswer(entry)) change(entry.id, { state: 'sending' });
  for (const entry of unsent.get()) if (entry.state === 'sending') deliver(entry);
}

function deliver(entry: Unsent): void {
  if (delivering.has(entry.id)) return;
  delivering.add(entry.id);
  const before = tails.get(entry.chatId) ?? Promise.resolve();
  const mine = before.then(() => tryToSend(entry)).finally(() => delivering.delete(entry.id));
  tails.set(entry.chatId, mine);
}

async function tryToSend(entry: Unsent): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    // The user may have dropped it or signed out meanwhile.
    const { userId, user } = session.get();
    const all = unsent.get();
    const at = all.findIndex((one) => one.id === entry.id);
    if (!userId || at < 0) return;
    const held = all.slice(0, at).some((one) => one.chatId === entry.chatId && gotNoAnswer(one));
    if (held) return change(entry.id, { state: 'failed' });
    try {
      const { id, chatId, content, recipientId, recipientUsername, created, replyTo } = entry;
      const from = { senderId: userId, senderUsername: user?.username };
      const to = { recipientId, recipientUsername };
      const sentAt = new Date(created).toISOString();
      const sent = await api(sendMessage, {
        body: { id, ...from, ...to, content, chatId, sentAt, deleted: false, replyTo },
      });
      // In this order the message never disappears from the screen.
      onSent?.(sent);
      dropUnsent(id);
      return;
    } catch (error) {
      const delay = RETRIES_MS[attempt];
      const passing = !isStatus(error, 400, 403, 404, 409, 413, 422);
      if (!passing || delay === undefined) return giveUp(entry, error);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** Appends text that could not be sent or saved to the chat's draft. */
export function keepWords(chatId: string, text: string): void {
  writeMessageDraft(chatId, `${readMessageDraft(chatId)}\n${text}`.trim());
}

function giveUp(entry: Unsent, error: unknown): void {
  // The user, or another tab whose attempt has failed as well, may have dropped it meanwhile.
  if (!read().some((one) => one.id === entry.id)) return;
  if (isRefusal(error, chatNotFound)) {
    // The chat may be live again.
    dropUnsent(entry.id);
    keepWords(entry.chatId, entry.content);
    emit('error', { destination: sendMessage.path, id: entry.id, message: error.text });
    return;
  }
  change(entry.id, {
    state: 'failed',
    error: isStatus(error, 400, 403, 404, 409, 413, 429) ? error.text : '',
  });
}

/**
 * Starts sending what an earlier visit left, now and with every new connection, and what another tab left when the page
 * becomes visible. Returns the function that stops this.
 */
export function startSending(sent: (message: Message) => void): () => void {
  onSent = sent;
  // There were no storage events for what other tabs wrote before.
  readAgain();
  sendWaiting();
  const stops = [
    listen('connected', sendWaiting),
    listen('online', sendWaiting),
    // The tab that was sending it may be closed by now.
    listen('appVisible', sendWaiting),
    listen('storage', readAgain),
  ];
  return () => {
    for (const stop of stops) stop();
    // Signing out deletes it; a user who stays finds it on the device.
    readAgain();
    tails.clear();
    delivering.clear();
  };
}

export function useUnsent(chatId: string): readonly Unsent[] {
  const list = unsent.use();
  return useMemo(() => list.filter((entry) => entry.chatId === chatId), [list, chatId]);
}
