import type { Message } from '@herenow/contract/entities';
import type { QueueBody } from '@herenow/contract/queue';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { navigate, useLocation } from '../../lib/navigation.tsx';
import { paramsOf } from '../../lib/path-pattern.ts';
import { deviceStore } from '../../lib/storage.ts';
import { closeUndo } from '../../lib/undo.ts';
import { useSession } from '../../lib/session.ts';
import { listen, useWindowEvent } from '../../lib/window-events.ts';
import { photoAt, type PhotoSource } from '../../ui/photo.tsx';
import { closeToast, showToast } from '../../ui/toast.tsx';
import { openMoment } from '../pins/index.ts';
import { chatsKey, messagesKey } from './keys.ts';
import {
  chatsAfterChange,
  chatsAfterMessage,
  chatsAfterNotification,
  chatsAfterPresence,
  chatsAfterSeen,
  markSeen,
  mergeMessages,
  replaceMessage,
  withoutChat,
} from './live.ts';
import { firstContent } from '../../first-paint/first-content.ts';
import { updateChats, updateMessages, type History } from './queries.ts';
import { words } from './words.ts';

const accepted = 'PIN_ACCEPT';

/** Applies realtime events to chats and messages. Mounted once, at the root of the app. */
export function useLiveChats(): void {
  const client = useQueryClient();
  const { user, userId } = useSession();
  const me = userId ?? '';
  const showPlace = useShowPlace();

  useEffect(() => {
    if (!userId) return undefined;
    let stop: (() => void) | undefined;
    let over = false;
    const start = () =>
      void import('./unsent.ts').then(
        ({ startSending }) => {
          if (!over) stop ??= startSending((message) => receive(client, message, userId));
        },
        // The next connection fetches it.
        () => undefined,
      );
    void firstContent.then(start);
    const stopListening = listen('connected', start);
    return () => {
      over = true;
      stopListening();
      stop?.();
    };
  }, [client, userId]);

  const reload = (patient?: true) => {
    for (const queryKey of [chatsKey, ['messages']]) void fetchAgain(client, { queryKey }, patient);
  };
  useWindowEvent('connected', reload);
  useWindowEvent('appVisible', reload);
  useWindowEvent('unheard', () => reload(true));
  useWindowEvent('message', (message) => {
    receive(client, message, me);
    if (
      message.senderId === me ||
      message.status === 'seen' ||
      user?.notificationSettings.inAppMessages === false
    )
      return;
    // Few users have chosen it, so its code loads when needed.
    if (deviceStore.read('signals')) void import('../../lib/signals.ts').then(({ signal }) => signal());
    showPlace('message', message.chatId, words.newMessage(message.senderUsername), () =>
      navigate(`/chat/${message.chatId}`),
    );
  });
  const onChange = (message: Message) => {
    updateChats(client, (chats) => chatsAfterChange(chats, message));
    updateMessages(client, message.chatId, (messages) => replaceMessage(messages, message));
  };
  useWindowEvent('edit-message', onChange);
  useWindowEvent('delete-message', onChange);
  useWindowEvent('status', ({ id, chatId }) => seen(client, chatId, id, me));
  useWindowEvent('presence', (change) => updateChats(client, (chats) => chatsAfterPresence(chats, change)));
  useWindowEvent('notification', (notification) => {
    const { type, chatId, senderId, content, senderPhotoUrl } = notification;
    const isNew = type === 'PIN_REQUEST';
    follow(client, notification, me);
    // A pin that is answered cannot be withdrawn.
    closeUndo(`pin:${senderId}`);
    if (type === 'PIN_WITHDRAWN') closeToast(chatId);
    if (isNew)
      void import('./placeholder-chat.ts').then((part) => part.showPlaceholder(client, notification));
    if (user?.notificationSettings.inAppPin === false) return;
    const show = (open: () => void) => showPlace(type, chatId, content, open, photoAt(senderPhotoUrl));
    if (isNew) show(() => navigate(`/profile/${senderId}`));
    if (type === accepted) show(() => openMoment(chatId));
  });
  useWindowEvent('own-pin', (pin) => {
    follow(client, pin, me);
    // The request that a toast offers to answer has been answered.
    closeToast(pin.chatId);
  });
  useWindowEvent('chats-gone', ({ chatId }) => {
    closeToast(chatId);
    updateChats(client, (chats) => withoutChat(chats, chatId));
    client.removeQueries({ queryKey: messagesKey(chatId) });
  });
}

function receive(client: QueryClient, message: Message, me: string): void {
  updateChats(client, (chats) => chatsAfterMessage(chats, message, me));
  updateMessages(client, message.chatId, (messages) => mergeMessages(messages, [message]));
}

/** Marks a loaded message as seen and lowers the row's unread count once. */
function seen(client: QueryClient, chatId: string, id: string, me: string): void {
  const history = client.getQueryData<History>(messagesKey(chatId));
  const message = history?.messages.find((one) => one.id === id);
  updateMessages(client, chatId, (messages) => markSeen(messages, id));
  if (!message) void fetchAgain(client, { queryKey: chatsKey });
  else if (message.senderId !== me && message.status !== 'seen')
    updateChats(client, (chats) => chatsAfterSeen(chats, chatId));
}

function follow(client: QueryClient, notification: QueueBody<'notifications'>, me: string): void {
  updateChats(client, (chats) => chatsAfterNotification(chats, notification, me));
  if (notification.type === accepted) void fetchAgain(client, { queryKey: chatsKey });
}

/**
 * Shows a toast that leads to a chat, one at a time of each kind, unless that chat or the list is open, where only a yes
 * is more than a row that changes; opening the chat or the list closes those that say no more than it.
 */
function useShowPlace() {
  const { pathname } = useLocation();
  useEffect(() => {
    const open = paramsOf('/chat/:id', pathname)['id'];
    if (open) closeToast(open);
    if (pathname === '/chats') for (const kind of ['message', 'PIN_REQUEST']) closeToast(kind);
  }, [pathname]);
  return (kind: string, chatId: string, text: string, open: () => void, photo?: PhotoSource | null) => {
    if (pathname === `/chat/${chatId}` || (pathname === '/chats' && kind !== accepted) || document.hidden)
      return;
    showToast(text, { tone: 'pin', photo, id: chatId + kind, action: { label: words.open, onClick: open } });
  };
}
