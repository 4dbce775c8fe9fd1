import type { Notification } from '@herenow/contract/queue';
import type { Tx } from '../../database/work.ts';

/**
 * The type of the event, what the other user is told, and what the user who acted is told, so that all their tabs
 * agree.
 */
type Said = [
  type: Notification['type'],
  theirs: (actorName: string) => string,
  own: (otherName: string) => string,
];

const SAID = {
  pinned: ['PIN_REQUEST', (name) => `${name} pinned you.`, (name) => `You pinned ${name}.`],
  accepted: ['PIN_ACCEPT', (name) => `${name} accepted your pin.`, (name) => `You accepted ${name}’s pin.`],
  mutual: ['PIN_ACCEPT', mutually, mutually],
  rejected: ['PIN_REJECT', (name) => `${name} declined your pin.`, (name) => `You rejected ${name}’s pin.`],
  withdrawn: ['PIN_WITHDRAWN', tookBack, (name) => `You took your pin of ${name} back.`],
  ended: ['PIN_WITHDRAWN', tookBack, () => 'Your pin ended with your session.'],
} satisfies Record<string, Said>;

function mutually(name: string): string {
  return `You and ${name} pinned each other.`;
}

function tookBack(name: string): string {
  return `${name} took their pin back.`;
}

/** The user who caused the event. */
export interface Actor {
  id: string;
  username: string;
  photoUrl(viewerId: string): string | null;
}

/** Tells both people of a pin what one of them did. Returns the notification of the other. */
export function tellBoth(
  tx: Tx,
  what: keyof typeof SAID,
  chatId: string,
  actor: Actor,
  other: { id: string; username: string },
): Notification {
  const [type, theirs, own]: Said = SAID[what];
  const newsFor = (readerId: string, content: string): Notification => ({
    type,
    content,
    chatId,
    senderPhotoUrl: actor.photoUrl(readerId),
    senderId: actor.id,
    senderUsername: actor.username,
  });
  const news = newsFor(other.id, theirs(actor.username));
  tx.emit([other.id], 'notifications', news);
  tx.emit([actor.id], 'pins', { ...newsFor(actor.id, own(other.username)), otherId: other.id });
  return news;
}
