import type { Chat, Message } from '@herenow/contract/entities';
import { describe, expect, it } from 'vitest';
import { groupMessages } from './groups.ts';
import {
  chatsAfterChange,
  chatsAfterMessage,
  chatsAfterNotification,
  chatsAfterPresence,
  chatsAfterSeen,
  markSeen,
  mergeMessages,
  replaceMessage,
} from './live.ts';
import { joinSnapshot } from './queries.ts';

const ada = '0193e0a0-0000-7000-8000-00000000000a';
const bela = '0193e0a0-0000-7000-8000-00000000000b';
const chatId = '0193e0a0-0000-7000-8000-0000000000c1';

function message(id: string, sentAt: string, more: Partial<Message> = {}): Message {
  return {
    id,
    chatId,
    senderId: bela,
    recipientId: ada,
    content: `text of ${id}`,
    sentAt,
    senderUsername: 'bela',
    recipientUsername: 'ada',
    deleted: false,
    status: 'sent',
    ...more,
  };
}
const first = message('m1', '2026-03-01T20:00:00.000Z');
const second = message('m2', '2026-03-01T20:00:30.000Z');
const row: Chat = {
  id: chatId,
  participants: [
    { userId: ada, name: 'ada', photoUrl: null, dateOfBirth: '1996-03-01' },
    { userId: bela, name: 'bela', photoUrl: null, dateOfBirth: '1997-03-01' },
  ],
  distance: 3,
  lastMessage: null,
  lastMessageTime: null,
  otherUserOnline: true,
  otherUserOnlineUntil: null,
  pinStatus: 'accepted',
  initiatedBy: ada,
  unreadCount: 0,
  created: '2026-03-01T19:00:00.000Z',
};

describe('messages', () => {
  it('are in order and without duplicates, whatever order they arrive in', () => {
    expect(mergeMessages(mergeMessages([], [second]), [first, second]).map((m) => m.id)).toEqual([
      'm1',
      'm2',
    ]);
  });

  it('stay seen or deleted', () => {
    const seen = markSeen([first], 'm1');
    expect(mergeMessages(seen, [first])[0]!.status).toBe('seen');
    const deleted = { ...first, deleted: true, content: '' };
    expect(mergeMessages([deleted], [{ ...first, editedAt: '2026-03-01T20:05:00.000Z' }])[0]!.deleted).toBe(
      true,
    );
  });

  it('keep the latest edit', () => {
    const older = { ...first, content: 'older', editedAt: '2026-03-01T20:01:00.000Z' };
    const newer = { ...first, content: 'newer', editedAt: '2026-03-01T20:02:00.000Z' };
    expect(mergeMessages([newer], [older])[0]!.content).toBe('newer');
    expect(mergeMessages([older], [newer])[0]!.content).toBe('newer');
  });

  it('are not added by a change of one that is not loaded', () => {
    expect(replaceMessage([first], second)).toEqual([first]);
  });

  it('are grouped by sender and minute', () => {
    const answer = message('m3', '2026-03-01T20:00:40.000Z', { senderId: ada });
    const later = message('m4', '2026-03-01T20:01:00.000Z', { senderId: ada });
    expect(groupMessages([first, second, answer, later]).map((g) => g.messages.map((m) => m.id))).toEqual([
      ['m1', 'm2'],
      ['m3'],
      ['m4'],
    ]);
  });
});

describe('a snapshot', () => {
  it('that was read before an event keeps the event’s change', () => {
    const live = { messages: [first, second], complete: true };
    expect(joinSnapshot(live, [first], 200)).toEqual(live);
    expect(joinSnapshot(live, [], 200)).toEqual(live);
  });
});

describe('rows', () => {
  it('count an unread message once, however often it comes', () => {
    const once = chatsAfterMessage([row], second, ada)!;
    expect(once[0]).toMatchObject({
      lastMessage: 'text of m2',
      lastMessageTime: second.sentAt,
      unreadCount: 1,
    });
    expect(chatsAfterMessage(once, second, ada)).toEqual(once);
    expect(chatsAfterMessage([row], second, bela)![0]!.unreadCount).toBe(0);
  });

  it('count a seen message down, unless the list knew of it already', () => {
    const once = chatsAfterMessage([row], second, ada)!;
    expect(chatsAfterSeen(once, chatId)[0]!.unreadCount).toBe(0);
    expect(chatsAfterSeen([row], chatId)[0]!.unreadCount).toBe(0);
  });

  it('are in the order of their last messages', () => {
    const rows = chatsAfterMessage([{ ...row, id: 'other' }, row], second, ada)!;
    expect(rows.map(({ id }) => id)).toEqual([chatId, 'other']);
  });

  it('must be refetched for an unread message that arrives after a later one', () => {
    const rows = chatsAfterMessage([row], second, ada)!;
    expect(chatsAfterMessage(rows, first, ada)).toBeUndefined();
    expect(chatsAfterMessage(rows, { ...first, status: 'seen' }, ada)).toEqual(rows);
    expect(chatsAfterMessage(rows, { ...first, senderId: ada }, ada)).toEqual(rows);
  });

  it('must be refetched for a message in an unknown chat', () => {
    expect(chatsAfterMessage([], first, ada)).toBeUndefined();
  });

  it('follow an edit and a deletion of the last message only', () => {
    const rows = chatsAfterMessage([row], second, ada)!;
    expect(chatsAfterChange(rows, { ...first, content: 'changed' })).toEqual(rows);
    expect(chatsAfterChange(rows, { ...second, content: 'changed' })![0]!.lastMessage).toBe('changed');
    expect(chatsAfterChange(rows, { ...second, content: '', deleted: true })![0]!.lastMessage).toBe(
      'This message was deleted',
    );
  });

  it('are fetched when an edit arrives of what is deleted, or only says so', () => {
    const rows = chatsAfterMessage([row], second, ada)!;
    const deleted = chatsAfterChange(rows, { ...second, content: '', deleted: true })!;
    expect(chatsAfterChange(deleted, { ...second, content: 'changed' })).toBeUndefined();
    expect(chatsAfterChange(deleted, { ...first, content: 'changed' })).toEqual(deleted);
    expect(chatsAfterChange(deleted, { ...second, content: '', deleted: true })).toEqual(deleted);
  });

  it('follow pins', () => {
    const pending: Chat = { ...row, pinStatus: 'pending' };
    expect(chatsAfterNotification([], { type: 'PIN_REQUEST', chatId }, bela)).toBeUndefined();
    expect(chatsAfterNotification([pending], { type: 'PIN_ACCEPT', chatId }, ada)![0]!.pinStatus).toBe(
      'accepted',
    );
    expect(chatsAfterNotification([pending], { type: 'PIN_REJECT', chatId }, ada)![0]!.pinStatus).toBe(
      'rejected',
    );
    expect(chatsAfterNotification([pending], { type: 'PIN_REJECT', chatId }, bela)).toEqual([]);
    expect(chatsAfterNotification([pending], { type: 'PIN_WITHDRAWN', chatId }, bela)).toEqual([]);
  });

  it('follow the presence of the other person', () => {
    const gone = chatsAfterPresence([row], { userId: bela, online: false, onlineUntil: null });
    expect(gone[0]).toMatchObject({ otherUserOnline: false, otherUserOnlineUntil: null });
  });
});
