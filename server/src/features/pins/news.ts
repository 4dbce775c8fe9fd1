import type { Notification } from '@herenow/contract/queue';

/** Texts of what people hear about a pin; the user who acted hears of it too, so that all their tabs agree. */
export const CONTENT = {
  pinned: (name: string) => `${name} pinned you.`,
  pinnedOwn: (name: string) => `You pinned ${name}.`,
  accepted: (name: string) => `${name} accepted your pin.`,
  acceptedOwn: (name: string) => `You accepted ${name}’s pin.`,
  mutual: (name: string) => `You and ${name} pinned each other.`,
  rejected: (name: string) => `${name} declined your pin.`,
  rejectedOwn: (name: string) => `You declined ${name}’s pin.`,
  withdrawn: (name: string) => `${name} took their pin back.`,
  withdrawnOwn: (name: string) => `You took your pin of ${name} back.`,
  endedOwn: () => 'Your pin ended with your session.',
};

/** The person something comes from. */
export interface Actor {
  id: string;
  username: string;
  /** The address of their photo, for a viewer. */
  photoUrl(viewerId: string): string | null;
}

/** The same news for either side: a reader's id and sentence make it theirs. */
export const notification =
  (type: Notification['type'], chatId: string, actor: Actor) =>
  (readerId: string, content: string): Notification => ({
    type,
    content,
    chatId,
    senderPhotoUrl: actor.photoUrl(readerId),
    senderId: actor.id,
    senderUsername: actor.username,
  });
