/** What the server sends by push; everything but the kind may be missing. */
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

/** A push that cannot be read still says that there is something new. */
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

/** One notification a chat, and one of people near: a newer one takes the place of the older. */
export function notificationOf({ type, title, content, chatId, senderPhotoUrl }: PushMessage) {
  const options = {
    body: content ?? 'Open Herenow to see what is new.',
    icon: senderPhotoUrl ?? '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    tag: chatId ? `chat-${chatId}` : (type ?? 'herenow'),
    renotify: true,
    data: type === 'NEARBY' ? { url: '/feed' } : { chatId },
  };
  return { title: title ?? titles[type ?? ''] ?? 'Herenow', options };
}

/** Where a click on a notification leads; the start page knows the way from there. */
export function startUrl(chatId: string | undefined): string {
  const query = new URLSearchParams({ fromNotification: '1', ...(chatId && { chatId }) });
  return `/?${query}`;
}
