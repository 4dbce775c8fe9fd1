import type { Chat } from '@herenow/contract/entities';
import { queryClient } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import { deviceStore } from '../../lib/storage.ts';
import { closeToast } from '../../ui/toast.tsx';
import { chatsKey } from './keys.ts';
import { isRequest } from './queries.ts';

/** The keys under which the device keeps what the user has written for chats. */
const WRITTEN = ['drafts', 'unsent', 'drafts:reactions'];
/** The kinds of notifications about something that waits in a chat; once nothing waits, they are outdated. */
const OF_WAITING = ['MESSAGE', 'PIN_REQUEST'];
/** The same kinds of toasts. */
const TOASTS_OF_WAITING = ['message', 'PIN_REQUEST'];

/** A notification that is further ahead than this was shown before the clock was set back. */
const CLOCK_MS = 60_000;

/** What the service worker keeps with a notification. */
interface About {
  chatId?: string;
  type?: string;
  /** The page that it opens if it is not about a chat. */
  url?: string;
  /** In milliseconds since 1970. */
  shownAt?: number;
}

/** The list and page of the last check. */
let last = '';
/** The chats of the last check, and whether something waited in them. */
let before = new Map<string, boolean>();

/** Closes toasts about chats that are gone, or where nothing waits any more: a page that slept has not heard of it. */
function closeToasts(now: Map<string, boolean>): void {
  for (const [id, waited] of before)
    if (!now.has(id)) closeToast(id);
    else if (waited && !now.get(id)) for (const kind of TOASTS_OF_WAITING) closeToast(id + kind);
  before = now;
}

/**
 * Deletes what belongs to chats that are gone from the device: drafts, and notifications, which would stay on a locked
 * screen. Also closes other notifications, and toasts, once the user has seen their content.
 */
function look(): void {
  const { userId } = session.get();
  const list = queryClient.getQueryState<Chat[]>(chatsKey);
  if (!userId || !list?.data || list.status !== 'success' || list.isInvalidated) return;
  if (list.fetchStatus !== 'idle') return;
  const { dataUpdatedAt } = list;
  const seen = `${dataUpdatedAt} ${location.pathname}`;
  if (seen === last) return;
  last = seen;
  const waits = (chat: Chat) => chat.unreadCount > 0 || isRequest(chat, userId);
  const chats = new Map(list.data.map((chat) => [chat.id, waits(chat)]));
  closeToasts(chats);
  if (WRITTEN.some((key) => deviceStore.read(key) !== null))
    void import('./forget-written.ts').then(
      (part) => part.forgetWritten((chatId) => !chats.has(chatId)),
      // The next list tries again.
      () => undefined,
    );
  const looksAt = (...pages: unknown[]) => !document.hidden && pages.includes(location.pathname);
  void closeNotifications(({ chatId, type = '', url, shownAt = 0 }) => {
    // The list may be older than the notification, unless the clock was set back since that was shown.
    if (shownAt > dataUpdatedAt && shownAt < Date.now() + CLOCK_MS) return false;
    if (chatId === undefined) return looksAt(url);
    const waiting = chats.get(chatId);
    if (waiting === undefined) return true;
    return looksAt('/chats', `/chat/${chatId}`) || (OF_WAITING.includes(type) && !waiting);
  });
}

async function closeNotifications(goes: (about: About) => boolean): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications?.()) ?? [])
      if (goes((shown.data ?? {}) as About)) shown.close();
  } catch {
    // A browser without notifications has none to close.
  }
}

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] === chatsKey[0]) look();
});
look();
