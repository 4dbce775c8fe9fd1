import { MESSAGES_MAX } from '@herenow/contract/constants';
import type { Message, Reaction } from '@herenow/contract/entities';
import type { QueueBody } from '@herenow/contract/queue';
import * as refusals from '@herenow/contract/refusals';
import type { Rate } from '@herenow/contract/rates';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Outbox } from '../../database/outbox.ts';
import type { Db } from '../../database/db.ts';
import type { Work } from '../../database/work.ts';
import type { Admission } from '../../http/admission.ts';
import { tooMany } from '../../http/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { createMeter } from '../../lib/meter.ts';
import { createSlots } from '../../lib/slots.ts';
import * as store from './message-store.ts';
import { goneBefore, requireLiveChat } from './policy.ts';
import { createSendQueue } from './send-queue.ts';
import * as sending from './send-store.ts';
import { messageView } from './views.ts';

/** A list of more messages, or of more characters, is long: it blocks the event loop for some milliseconds. */
const LONG = { messages: 200, characters: 100_000 };
/** So few messages are never a long list, so they are read at once. */
const FEW = 60;
/** Messages of a long list that one query reads. */
const PART = LONG.messages + 1;
/** A user who exceeds this rate of long lists waits after each, and the user’s further requests queue behind it. */
const LONG_LISTS: Rate = { points: 1, seconds: 1, burst: 10 };
/** Maximum number of one user’s long lists queued at a node; beyond it the request gets a 429. */
const MOST_WAITING = 50;

type MessageToSend = Pick<sending.NewMessage, 'id' | 'chatId' | 'content' | 'replyTo'>;

const isLong = (messages: readonly Message[]): boolean =>
  messages.length > LONG.messages ||
  messages.reduce((sum, { content }) => sum + content.length, 0) > LONG.characters;

export function createMessages(options: {
  db: Db;
  pool: pg.Pool;
  work: Work;
  outbox: Outbox;
  clock: Clock;
  retentionMs: number;
}) {
  const { db, pool, work, outbox, clock, retentionMs } = options;

  const storeMessage = createSendQueue((messages) => {
    const now = clock.now();
    return sending.sendTogether(pool, messages, now, goneBefore(now, retentionMs));
  });

  const longLists = createSlots(1);
  const longListsRead = createMeter(clock, LONG_LISTS);

  /** Resolves once the user may read another long list. */
  async function afterTheLast(userId: string): Promise<void> {
    for (let wait = longListsRead.take(userId); wait > 0; wait = longListsRead.take(userId))
      await delay(wait, undefined, { ref: false });
  }

  const findOpenChat = (on: Db, chatId: string, userId: string) => {
    const now = clock.now();
    return store.findOpenChat(on, chatId, userId, now, goneBefore(now, retentionMs));
  };

  async function getOpenChat(on: Db, chatId: string, userId: string): Promise<store.OpenChat> {
    const chat = await findOpenChat(on, chatId, userId);
    if (!chat) throw new Refused(refusals.chatNotFound);
    return chat;
  }

  /** Locks a message of a user’s chat. Throws 404 if there is none, and 400 if the chat has gone meanwhile. */
  async function lockMessage(on: Db, chatId: string, id: string, userId: string): Promise<store.MessageRow> {
    const row = await store.lockMessage(on, chatId, id);
    if (row) return row;
    await getOpenChat(on, chatId, userId);
    throw new Refused(refusals.messageNotFound);
  }

  async function storedBefore(senderId: string, { id, chatId }: MessageToSend): Promise<Message> {
    const chat = await getOpenChat(db, chatId, senderId);
    const row = await store.findMessage(db, chatId, id);
    if (!row) throw new Refused(refusals.chatNotFound);
    return messageView(row, chat);
  }

  /** Returns the latest messages before a time, oldest first, in parts between which other requests are served. */
  async function listInParts(
    chat: store.OpenChat,
    before: Date | undefined,
    limit: number,
  ): Promise<Message[]> {
    const parts: Message[][] = [];
    let end = before;
    for (let left = limit; left > 0; left -= PART) {
      const asked = Math.min(left, PART);
      const rows = await store.listMessages(db, chat.chatId, { before: end, limit: asked });
      parts.unshift(rows.map((row) => messageView(row, chat)));
      if (rows.length < asked) break;
      end = rows[0]!.sentAt;
    }
    return parts.flat();
  }

  return {
    /** Returns a page or one message, and whether older ones exist. Throws 404 unless the user’s chat is accepted. */
    async list(
      userId: string,
      chatId: string,
      page: { id?: string | undefined; before?: string | undefined; limit?: number | undefined },
    ) {
      const chat = await findOpenChat(db, chatId, userId);
      if (!chat) throw new Refused(refusals.noSuchChat);
      if (page.id !== undefined) {
        const row = await store.findMessage(db, chatId, page.id);
        if (!row) throw new Refused(refusals.messageNotFound);
        return { messages: [messageView(row, chat)], older: false };
      }
      let before: Date | undefined;
      if (page.before !== undefined) {
        before = (await store.findMessage(db, chatId, page.before))?.sentAt;
        if (!before) throw new Refused(refusals.messageNotFound);
      }
      const { limit = MESSAGES_MAX } = page;
      const read = async () => {
        const messages = await listInParts(chat, before, limit + 1);
        return { messages: messages.slice(-limit), older: messages.length > limit };
      };
      if (limit <= FEW) return await read();
      const waiting = longLists.countOf(userId);
      if (waiting > MOST_WAITING) throw tooMany(waiting);
      return await longLists.take(userId, async () => {
        const list = await read();
        if (isLong(list.messages)) await afterTheLast(userId);
        return list;
      });
    },

    /** Admits a message, stores it once however often it is sent, and returns it as stored. */
    async send(admission: Admission, message: MessageToSend): Promise<Message> {
      const { userId: senderId, sessionId } = admission.caller;
      const content = message.content.trim();
      const outcome = await storeMessage({
        ...message,
        content,
        senderId,
        sessionId,
        rateRow: admission.row,
      });
      await admission.settle(outcome);
      const { facts } = outcome;
      if (!facts) throw new Refused(refusals.chatNotFound);
      if (facts.known === true) return await storedBefore(senderId, message);
      if (facts.known === false) throw new Refused(refusals.messageIdTaken);
      requireLiveChat(facts);
      if (!facts.answers) throw new Refused(refusals.replyNotFound);
      // Without a body, the chat was removed while the statement ran.
      if (facts.body === null) throw new Refused(refusals.chatNotFound);
      outbox.publish([sending.storedEvent(senderId, facts)]);
      return JSON.parse(facts.body) as Message;
    },

    /** Replaces the content of the user’s own message and notifies both users. */
    async edit(userId: string, edit: { id: string; chatId: string; content: string }): Promise<Message> {
      const { id, chatId } = edit;
      const content = edit.content.trim();
      return await work(async (tx) => {
        const chat = await getOpenChat(tx.db, chatId, userId);
        requireLiveChat(chat);
        const row = await lockMessage(tx.db, chatId, id, userId);
        if (row.senderId !== userId) throw new Refused(refusals.editOthers);
        if (row.deleted) throw new Refused(refusals.messageDeleted);
        if (row.content === content) return messageView(row, chat);
        if (!(await store.mayBeEdited(tx.db, id))) throw new Refused(refusals.editedTooOften);
        const message = messageView(await store.editMessage(tx.db, id, content, clock.now()), chat);
        tx.emit([userId, chat.otherId], 'messages-edit', message);
        return message;
      });
    },

    /** Sets the user’s own reaction to a message, or removes it when null, and notifies both users. */
    async react(
      userId: string,
      { id, chatId, reaction }: { id: string; chatId: string; reaction: Reaction['reaction'] },
    ): Promise<Message> {
      return await work(async (tx) => {
        const chat = await getOpenChat(tx.db, chatId, userId);
        requireLiveChat(chat);
        const row = await lockMessage(tx.db, chatId, id, userId);
        if (row.deleted) throw new Refused(refusals.messageDeleted);
        const changedAt = await store.setReaction(tx.db, id, { userId, reaction }, clock.now());
        if (!changedAt) return messageView(row, chat);
        const change = { id, chatId, userId, reaction, changedAt: changedAt.toISOString() };
        tx.emit([userId, chat.otherId], 'reactions', change);
        return messageView((await store.findMessage(tx.db, chatId, id))!, chat);
      });
    },

    /** Empties the user’s own message and notifies both users. Idempotent. */
    async remove(userId: string, { id, chatId }: { id: string; chatId: string }): Promise<void> {
      await work(async (tx) => {
        const chat = await getOpenChat(tx.db, chatId, userId);
        const row = await lockMessage(tx.db, chatId, id, userId);
        if (row.senderId !== userId) throw new Refused(refusals.deleteOthers);
        if (row.deleted) return;
        const message = messageView(await store.emptyMessage(tx.db, id, clock.now()), chat);
        tx.emit([userId, chat.otherId], 'messages-delete', message);
      });
    },

    /** Marks a received message as seen and notifies both users. Idempotent. */
    async markSeen(userId: string, { id, chatId }: { id: string; chatId: string }): Promise<void> {
      const event = await sending.markSeen(pool, { id, chatId, readerId: userId });
      if (event) return outbox.publish([event]);
      await getOpenChat(db, chatId, userId);
      const row = await store.findMessage(db, chatId, id);
      if (!row) throw new Refused(refusals.messageNotFound);
      if (row.senderId === userId) throw new Refused(refusals.seenOwn);
    },

    /** Returns a message as it reads by now; undefined: it is gone with its chat. */
    async reread(on: Db, message: Message): Promise<Message | undefined> {
      const row = await store.findMessage(on, message.chatId, message.id);
      const [meId, meName] = [message.senderId, message.senderUsername];
      const [otherId, otherName] = [message.recipientId, message.recipientUsername];
      return row && messageView(row, { meId, meName, otherId, otherName });
    },

    isThere: async (on: Db, { id, chatId }: { id: string; chatId: string }): Promise<boolean> =>
      (await store.findMessage(on, chatId, id)) !== undefined,

    /** Returns a user’s reaction to a message as it is by now; undefined: it is gone. */
    async rereadReaction(
      on: Db,
      change: QueueBody<'reactions'>,
    ): Promise<QueueBody<'reactions'> | undefined> {
      const row = await store.findMessage(on, change.chatId, change.id);
      const current = row?.reactions?.find(({ userId }) => userId === change.userId);
      return current && { ...change, ...current };
    },

    /** Returns the other user of a live chat; throws unless it is live. */
    async otherOfLive(userId: string, chatId: string): Promise<string> {
      const chat = await getOpenChat(db, chatId, userId);
      requireLiveChat(chat);
      return chat.otherId;
    },
  };
}
