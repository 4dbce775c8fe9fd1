import { HOUR_MS } from '@herenow/contract/constants';
import type { Chat, OwnUser } from '@herenow/contract/entities';
import type { Notification } from '@herenow/contract/queue';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../lib/clock.ts';
import { session } from '../../lib/session.ts';
import { chatsKey } from './keys.ts';

/** The product's defaults for a user until the real data is known. */
const AGE = 25;
const DISTANCE_KM = 5;
const STAYS_MS = 2 * HOUR_MS;

/** Shows a request from its event alone until the list with the whole row has loaded. */
export function showPlaceholder(client: QueryClient, request: Notification): void {
  const me = session.get().user;
  if (!me || client.isFetching({ queryKey: chatsKey }) === 0) return;
  client.setQueryData<Chat[]>(chatsKey, (chats) =>
    chats?.every(({ id }) => id !== request.chatId) ? [placeholderOf(request, me), ...chats] : chats,
  );
}

function placeholderOf({ chatId, ...sender }: Notification, me: OwnUser): Chat {
  const now = new Date(serverNow());
  const dateOfBirth = `${now.getUTCFullYear() - AGE}-01-01`;
  return {
    id: chatId,
    participants: [
      { userId: me.id, name: me.username, photoUrl: null, dateOfBirth: me.dateOfBirth ?? dateOfBirth },
      {
        userId: sender.senderId,
        name: sender.senderUsername,
        photoUrl: sender.senderPhotoUrl,
        dateOfBirth,
      },
    ],
    distance: DISTANCE_KM,
    lastMessage: null,
    lastMessageTime: null,
    otherUserOnline: true,
    otherUserOnlineUntil: new Date(now.getTime() + STAYS_MS).toISOString(),
    pinStatus: 'pending',
    initiatedBy: sender.senderId,
    unreadCount: 0,
    created: now.toISOString(),
  };
}
