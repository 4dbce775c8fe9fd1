/** What a tab shows after events, by the rules that clients go by. */
import type { Chat, Message } from '@herenow/contract/entities';
import type { Notification, QueueBody } from '@herenow/contract/queue';
import { eventually } from '@herenow/testing/eventually';
import type { StompEvent } from '@herenow/testing/stomp-client';
import { isDeepStrictEqual } from 'node:util';
import type { Told } from './at-once-outcome.ts';

interface Shown {
  own: Pick<QueueBody<'own-presence'>, 'online' | 'onlineUntil' | 'status'> | undefined;
  /** Undefined: the list is fetched anew. */
  chats:
    | Pick<Chat, 'id' | 'pinStatus' | 'otherUserOnline' | 'otherUserOnlineUntil' | 'initiatedBy'>[]
    | undefined;
  messages: Pick<Message, 'id' | 'content' | 'deleted' | 'status'>[] | undefined;
}

const shownOf = ({ own, chats, messages }: Told): Shown => ({
  own: own && { online: own.online!, onlineUntil: own.onlineUntil ?? null, status: own.status! as never },
  chats: chats
    ?.map(({ id, pinStatus, otherUserOnline, otherUserOnlineUntil, initiatedBy }) => ({
      id,
      pinStatus,
      otherUserOnline,
      otherUserOnlineUntil,
      initiatedBy,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  messages: messages?.map(({ id, content, deleted, status }) => ({ id, content, deleted, status })),
});

function afterPin(
  chats: NonNullable<Shown['chats']>,
  { type, chatId }: Notification,
  me: string,
): Shown['chats'] {
  const known = chats.find(({ id }) => id === chatId);
  const without = chats.filter(({ id }) => id !== chatId);
  const as = (pinStatus: Chat['pinStatus']) =>
    chats.map((one) => (one === known ? { ...one, pinStatus } : one));
  if (type === 'PIN_REQUEST') return known ? chats : undefined;
  if (type === 'PIN_ACCEPT') return known ? as('accepted') : undefined;
  if (type === 'PIN_REJECT') return known?.initiatedBy === me ? as('rejected') : without;
  return without;
}

function after(shown: Shown, { queue, body }: StompEvent, told: Told): Shown {
  const { chats, messages } = shown;
  const other = (chat: { id: string }) =>
    told.chats
      ?.find(({ id }) => id === chat.id)
      ?.participants.some(({ userId }) => userId === (body as { userId: string }).userId);
  switch (queue) {
    case 'own-presence':
      return { ...shown, own: body as QueueBody<'own-presence'> };
    case 'presence': {
      const { online, onlineUntil } = body as QueueBody<'presence'>;
      const change = { otherUserOnline: online, otherUserOnlineUntil: onlineUntil };
      return { ...shown, chats: chats?.map((chat) => (other(chat) ? { ...chat, ...change } : chat)) };
    }
    case 'notifications':
    case 'pins':
      return { ...shown, chats: chats && afterPin(chats, body as Notification, told.own?.id ?? '') };
    case 'chats-gone': {
      const { chatId } = body as QueueBody<'chats-gone'>;
      return { ...shown, chats: chats?.filter(({ id }) => id !== chatId) };
    }
    case 'messages':
    case 'messages-edit':
    case 'messages-delete': {
      const { id, content, deleted, status } = body as Message;
      const known = messages?.find((one) => one.id === id);
      const next = {
        id,
        content,
        deleted: deleted || known?.deleted === true,
        status: known?.status === 'seen' ? ('seen' as const) : status,
      };
      if (known?.deleted) next.content = '';
      return {
        ...shown,
        chats: chats?.some((chat) => chat.id === (body as Message).chatId) ? chats : undefined,
        messages: known
          ? messages?.map((one) => (one === known ? next : one))
          : messages && [...messages, next],
      };
    }
    case 'status': {
      const { id } = body as QueueBody<'status'>;
      return {
        ...shown,
        messages: messages?.map((one) => (one.id === id ? { ...one, status: 'seen' as const } : one)),
      };
    }
    default:
      return shown;
  }
}

/** Returns where a snapshot with events since differs from a later snapshot. */
export async function afterEvents(before: Told, events: () => StompEvent[], told: Told): Promise<string[]> {
  // A signed-out client shows nothing.
  if (!told.own) return [];
  let shown = shownOf(before);
  for (const event of events())
    shown = after(shown, event, { ...told, chats: [...(before.chats ?? []), ...(told.chats ?? [])] });
  const next = shownOf(told);
  const faults: string[] = [];
  const heard = () => JSON.stringify(events());
  if (!isDeepStrictEqual(shown.own, next.own))
    faults.push(`own ${JSON.stringify([shown.own, next.own])} ${heard()}`);
  if (shown.chats && !isDeepStrictEqual(shown.chats, next.chats))
    faults.push(`chats ${JSON.stringify([shown.chats, next.chats])} ${heard()}`);
  if (shown.messages && next.messages && !isDeepStrictEqual(shown.messages, next.messages))
    faults.push(`messages ${JSON.stringify([shown.messages, next.messages])} ${heard()}`);
  if (!isDeepStrictEqual(before.feed, told.feed)) {
    // Hints come a little late, so that many changes make one.
    const hinted = () =>
      events().some(({ queue }) => ['nearby', 'pins', 'notifications', 'chats-gone'].includes(queue));
    await eventually(() => {
      if (!hinted()) throw new Error('No hint has come.');
    }).catch(() => faults.push(`feed changed, but no hint: ${heard()}`));
  }
  return faults;
}
