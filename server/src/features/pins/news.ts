import type { Notification } from '@herenow/contract/queue';

/** Texts of the events about a pin. The user who acted receives one too, so that all their tabs agree. */
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

/** The user who caused the event. */
export interface Actor {
  id: string;
  username: string;
  /** Returns the address of their photo for a viewer. */
  photoUrl(viewerId: string): string | null;
}

/** Builds the same notification for either side; only the reader’s id and the sentence differ. */
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
