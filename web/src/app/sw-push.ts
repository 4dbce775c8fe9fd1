/** The payload of a push; every field but the type may be missing. */
export type PushMessage = {
  type?: string;
  title?: string;
  content?: string;
  chatId?: string;
  senderPhotoUrl?: string;
};

const titles: Record<string, string> = {
  PIN_REQUEST: 'Someone pinned you',
  PIN_ACCEPT: 'Your pin was accepted',
  PIN_REJECT: 'Your pin was not accepted',
  MESSAGE: 'New message',
  NEARBY: 'People near you',
};

/** Parses a push. One that cannot be parsed still announces that there is something new. */
export function readPush(text: string | undefined): PushMessage {
  try {
    const read: unknown = JSON.parse(text ?? '');
    if (typeof read !== 'object' || read === null) return {};
    const texts = Object.entries(read).filter(([, value]) => typeof value === 'string' && value !== '');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** Builds one notification per chat and one for people nearby: a newer one replaces the older. */
export function notificationOf({ type, title, content, chatId, senderPhotoUrl }: PushMessage) {
  const options = {
    body: content ?? 'Open Herenow to see what’s new.',
    icon: senderPhotoUrl ?? '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    tag: chatId ? `chat-${chatId}` : (type ?? 'herenow'),
    data: type === 'NEARBY' ? { url: '/feed' } : { chatId, type },
  };
  return { title: title ?? titles[type ?? ''] ?? 'Herenow', options };
}

/** An unopened chat rings at most once in this time, however many messages come. */
const RING_MS = 60_000;

/** Returns whether a notification rings, and when one of its kind last did. `unopened`: those that it replaces. */
export function ringOf(unopened: readonly { data?: { rangAt?: unknown } | null }[], now: number) {
  const rangAt = unopened[0]?.data?.rangAt;
  const quiet = typeof rangAt === 'number' && rangAt <= now && now - rangAt < RING_MS;
  return { rangAt: quiet ? rangAt : now, renotify: !quiet, silent: quiet };
}

/** Returns the address that a click on a notification opens; the start page redirects from there. */
export function startUrl(chatId: string | undefined): string {
  const query = new URLSearchParams({ fromNotification: '1', ...(chatId && { chatId }) });
  return `/?${query}`;
}
