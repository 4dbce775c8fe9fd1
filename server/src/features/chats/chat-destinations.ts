import * as refusals from '@herenow/contract/refusals';
import { DESTINATIONS, type DestinationName } from '@herenow/contract/queue';
import { Refused } from '../../lib/errors.ts';
import { destination, type Destination } from '../../realtime/sockets/destinations.ts';
import type { ChatsService } from './service.ts';

/** Returns the handlers of the frames that clients SEND to `/app/chat.*`. */
export function chatDestinations(
  chats: ChatsService,
): Record<Extract<DestinationName, `/app/chat.${string}`>, Destination> {
  return {
    '/app/chat.seen': destination({
      schema: DESTINATIONS['/app/chat.seen'],
      handle: ({ userId }, body) => chats.messages.markSeen(userId, body),
    }),
    '/app/chat.delete': destination({
      schema: DESTINATIONS['/app/chat.delete'],
      handle: ({ userId }, body) => {
        if (body.senderId !== undefined && body.senderId.toLowerCase() !== userId)
          throw new Refused(refusals.notYours);
        return chats.messages.remove(userId, body);
      },
    }),
    '/app/chat.typing': destination({
      schema: DESTINATIONS['/app/chat.typing'],
      handle: ({ userId }, { chatId }) => chats.typing(userId, chatId),
    }),
  };
}
