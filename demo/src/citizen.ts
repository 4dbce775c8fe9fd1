import { listChats, listMessages } from '@herenow/contract/chats';
import type { Chat, FeedItem, Message } from '@herenow/contract/entities';
import { FEED_PAGE_MAX } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { acceptPin, pinUser, rejectPin } from '@herenow/contract/pins';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { updateLocation } from '@herenow/contract/profile';
import type { Notification } from '@herenow/contract/queue';
import { createConversation, type Conversation } from './small-talk.ts';
import type { Resident } from './resident.ts';
import type { Character, Position, Temperament } from '@herenow/cast/characters';
import { createRandom } from '@herenow/cast/random';
import { createTimers } from './timers.ts';

export type Citizen = ReturnType<typeof createCitizen>;

/** How long a person thinks about a pin, in seconds, and how often they accept. */
const DECIDES: Record<Temperament, { after: [number, number]; accepts: number }> = {
  eager: { after: [3, 12], accepts: 0.97 },
  chatty: { after: [4, 15], accepts: 0.95 },
  leaving: { after: [4, 15], accepts: 1 },
  shy: { after: [15, 50], accepts: 0.85 },
  slow: { after: [25, 80], accepts: 0.9 },
  declining: { after: [6, 30], accepts: 0.1 },
};
const BUSY_MS = 5 * 60_000;

interface Options {
  character: Character;
  resident: Resident;
  speed: number;
  /** Whether a user belongs to the town; chats with such users end after a while. */
  isCitizen(userId: string): boolean;
  onFault(error: unknown): void;
}

async function goVisible(resident: Resident, onlineUntil: string): Promise<void> {
  const { status } = await resident.call(goOnline, { body: { userId: resident.id, onlineUntil } });
  if (status !== 200) throw new Error(`Going online: ${status}`);
}

async function tellPosition(resident: Resident, [longitude, latitude]: Position): Promise<void> {
  const body = { type: 'Point' as const, coordinates: [longitude, latitude] as Position };
  await resident.call(updateLocation, { params: { id: resident.id }, body });
}

/** Creates a person of the town, who reacts to pins and messages while visible. */
export function createCitizen({ character, resident, speed, isCitizen, onFault }: Options) {
  const random = createRandom(character.seed);
  const { temperament } = character;
  const conversations = new Map<string, Conversation>();
  const timers = createTimers(speed, onFault);
  const { later } = timers;
  let visible = false;
  let [leavesAt, leftAt, metVisitorAt] = [0, 0, 0];
  let onlineUntil = '';

  function conversation(chatId: string, partnerId: string): Conversation {
    const known = conversations.get(chatId);
    if (known) return known;
    const local = isCitizen(partnerId);
    if (!local) metVisitorAt = Date.now();
    const leavesAfter = temperament === 'leaving' && !local ? random.whole(4, 7) : Infinity;
    const made = createConversation({
      chatId,
      partnerId,
      resident,
      character,
      random,
      later,
      patience: local ? random.whole(3, 9) : 80,
      onSaid: (count) => count === leavesAfter && later(random.between(2000, 8000), leave),
    });
    conversations.set(chatId, made);
    return made;
  }

  function onNotification({ type, chatId, senderId }: Notification): void {
    if (type === 'PIN_REQUEST') consider(chatId, senderId);
    if (type === 'PIN_ACCEPT') later(random.between(1500, 6000), () => conversation(chatId, senderId).open());
  }

  function consider(chatId: string, senderId: string): void {
    const { after, accepts } = DECIDES[temperament];
    later(random.between(...after) * 1000, async () => {
      const accepted = random.chance(accepts);
      const { status } = await resident.call(accepted ? acceptPin : rejectPin, {
        params: { chatId },
        body: { chatId },
      });
      if (status !== 200 || !accepted) return;
      const chat = conversation(chatId, senderId);
      if (random.chance(0.75)) later(random.between(8000, 25_000), () => chat.open());
    });
  }

  function onMessage(message: Message): void {
    if (message.senderId !== resident.id) conversation(message.chatId, message.senderId).hear(message);
  }

  /** Handles what arrived while the person was away: pins to decide on, messages to reply to. */
  async function catchUp(): Promise<void> {
    const { json } = await resident.call(listChats, { params: { userId: resident.id } });
    for (const chat of json as Chat[]) {
      const partner = chat.participants.find(({ userId }) => userId !== resident.id)!;
      if (chat.pinStatus === 'pending' && chat.initiatedBy !== resident.id) consider(chat.id, partner.userId);
      if (chat.pinStatus !== 'accepted' || chat.unreadCount === 0 || !chat.otherUserOnline) continue;
      const messages = await resident.call(listMessages, {
        params: { chatId: chat.id },
        query: { limit: 20 },
      });
      const last = (messages.json as Message[]).findLast(
        ({ senderId, deleted }) => senderId === partner.userId && !deleted,
      );
      if (messages.status === 200 && last) onMessage(last);
    }
  }

  async function leave(): Promise<void> {
    visible = false;
    leftAt = Date.now();
    timers.clear();
    conversations.clear();
    await resident.call(goOffline, { body: { userId: resident.id } });
    await resident.disconnect();
  }

  return {
    id: resident.id,
    character,
    resident,
    isVisible: () => visible,
    leavesAt: () => leavesAt,
    leftAt: () => leftAt,
    /** Whether the person met a visitor recently, and so should not be moved. */
    isBusy: () => Date.now() - metVisitorAt < BUSY_MS,
    leave,

    /** Becomes visible until a time, and leaves then or somewhat earlier. */
    async arrive(until: number, leaving: number): Promise<void> {
      onlineUntil = new Date(until).toISOString();
      await goVisible(resident, onlineUntil);
      visible = true;
      leavesAt = leaving;
      await resident.connect({ notifications: onNotification, messages: onMessage }, () => later(0, catchUp));
    },

    /**
     * Moves a citizen. A visible one goes offline first and becomes visible again at the new place: other users see a
     * mere move only some time later.
     */
    async move(position: Position): Promise<void> {
      if (visible) await resident.call(goOffline, { body: { userId: resident.id } });
      await tellPosition(resident, position);
      if (visible) await goVisible(resident, onlineUntil);
    },

    /** Returns a page of the feed, as this person sees it. */
    async browse(skip: number): Promise<FeedItem[]> {
      const body = {
        userId: resident.id,
        skip,
        limit: FEED_PAGE_MAX,
        preferences: { maxDistanceKm: 50 as const },
      };
      const { status, json } = await resident.call(listFeed, { body });
      return status === 200 ? (json as FeedItem[]) : [];
    },

    /** Returns whether the pin was sent; false if there is one already, or the other person has left. */
    async pin(userId: string): Promise<boolean> {
      const { status } = await resident.call(pinUser, {
        body: { userId: resident.id, pinnedUserId: userId },
      });
      return status === 200;
    },

    /** Stops without going offline: other users still see the person as visible. */
    async stop(): Promise<void> {
      timers.clear();
      await resident.disconnect();
    },
  };
}
