/** Attacks that were found to slow a server down or to end it, by a signed-in attacker with a script. */
import { editMessage, listMessages, sendMessage } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { uploadPhotos } from '@herenow/contract/photos';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { RATES } from '@herenow/contract/rates';
import { addFcmToken } from '@herenow/contract/push';
import { blockUser, unblockUser } from '@herenow/contract/safety';
import { updateUser } from '@herenow/contract/profile';
import { randomUUID } from 'node:crypto';
import { getRequest, postJson } from '../live/http-request.ts';
import { openClient } from '../live/http-client.ts';
import { headOf, uploadOf, type Assault } from './assault.ts';
import type { Pair, Somebody } from '../live/pairs.ts';

/** Parallel connections of an attack that needs no other number. */
const CONNECTIONS = 16;
/** The size of the largest message that a socket accepts; SENDs that are refused fill it. */
const SOCKET_BYTES = 64 * 1024;
const REFUSED_SEND = 'SEND\ndestination:/app/chat.seen\n\n\0';
const SUBSCRIPTIONS = 4;

/** What the attackers work with. */
export interface Means {
  port: number;
  /** Pairs of attackers, each with a live chat; the chat of the first pair has 30,000 messages. */
  pairs: Pair[];
  /** Ids of people who do not exist. */
  strangers: string[];
  /** Pictures of forty megapixels as base64: an AVIF of a few kilobytes, and a larger JPEG. */
  avif: string;
  jpeg: string;
  /** Push subscriptions, as browsers write them, at a push service that never responds, and whose they are. */
  silentDevices: { owner: Somebody; fcmToken: string }[];
}

type Attack = (assault: Assault, means: Means) => void | Promise<void>;

const messagesOf = (chatId: string) => listMessages.path.replace(':chatId', chatId);
const multipart = 'multipart/form-data; boundary=x';
const beginningOfPicture =
  '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nthe';
const person = ({ pairs }: Means, index: number) => pairs[index % pairs.length]!.sender;

const greeting = [
  'CONNECT\naccept-version:1.2\nhost:h\n\n\0',
  ...Array.from(
    { length: SUBSCRIPTIONS },
    (_, id) => `SUBSCRIBE\nid:${id}\ndestination:/user/queue/errors\n\n\0`,
  ),
].join('');
const fullOfRefused = REFUSED_SEND.repeat(Math.floor(SOCKET_BYTES / REFUSED_SEND.length));

/** Returns an attack in which four people send the first request each, then the second each, and so on. */
const toggles =
  (first: (means: Means, index: number) => string, second: (means: Means, index: number) => string): Attack =>
  (assault, means) =>
    assault.ask(CONNECTIONS, (turn) => (turn % 8 < 4 ? first : second)(means, turn % 4));

export const ATTACKS = {
  'chats of 30,000 messages, without a limit'(assault, { pairs }) {
    const { chatId, sender, recipient } = pairs[0]!;
    assault.ask(4, (turn) => getRequest(messagesOf(chatId), (turn % 2 ? sender : recipient).token));
  },

  'AVIFs of 40 megapixels in 2 KB'(assault, means) {
    const picture = Buffer.from(means.avif, 'base64');
    assault.ask(8, (turn) => uploadOf(uploadPhotos.path, person(means, turn % 8), picture));
  },

  'JPEGs of 40 megapixels'(assault, means) {
    const picture = Buffer.from(means.jpeg, 'base64');
    assault.ask(8, (turn) => uploadOf(uploadPhotos.path, person(means, 8 + (turn % 8)), picture));
  },

  'idle uploads of four accounts'(assault, means) {
    assault.trickle(16, (index) =>
      headOf(uploadPhotos.path, person(means, index % 4).token, multipart, beginningOfPicture),
    );
  },

  'slow bodies'(assault, means) {
    assault.trickle(300, (index) =>
      headOf(updateUser.path, person(means, index).token, 'application/json', '{"bio":"'),
    );
  },

  'sockets full of refused SENDs'(assault, means) {
    const token = () => person(means, 0).token;
    assault.write(4, { token, greeting, text: fullOfRefused, cut: false });
  },

  'sockets full of refused SENDs, cut at once'(assault, means) {
    const token = () => person(means, 0).token;
    assault.write(4, { token, greeting, text: fullOfRefused, cut: true });
  },

  async edits(assault, means) {
    const { chatId, sender } = means.pairs[1]!;
    // One message takes only so many edits.
    const ids = Array.from({ length: RATES.message.burst }, () => randomUUID());
    const client = await openClient(means.port);
    for (const id of ids)
      await client.ask(
        postJson(sendMessage.path, { id, chatId, senderId: sender.id, content: 'Hello' }, sender.token),
      );
    client.close();
    assault.ask(CONNECTIONS, (turn) => {
      const body = { id: ids[turn % ids.length], chatId, senderId: sender.id, content: `Hello ${turn}` };
      return postJson(editMessage.path, body, sender.token);
    });
  },

  'blocks and unblocks': toggles(
    (means, index) => blocking(blockUser.path, means, index),
    (means, index) => blocking(unblockUser.path, means, index),
  ),

  'visible and offline': toggles(
    (means, index) => {
      const { id, token } = person(means, index);
      const onlineUntil = new Date(Date.now() + HOUR_MS).toISOString();
      return postJson(goOnline.path, { userId: id, onlineUntil }, token);
    },
    (means, index) => {
      const { id, token } = person(means, index);
      return postJson(goOffline.path, { userId: id }, token);
    },
  ),

  'feeds with 18,000 hidden ids'(assault, means) {
    const { id: userId, token } = person(means, 2);
    const request = postJson(listFeed.path, { userId, rejectedUsers: means.strangers }, token);
    assault.ask(CONNECTIONS, () => request);
  },

  async 'pushes that nobody answers'(assault, means) {
    const client = await openClient(means.port);
    for (const { owner, fcmToken } of means.silentDevices) {
      const body = { userId: owner.id, fcmToken };
      const { status } = await client.ask(postJson(addFcmToken.path, body, owner.token));
      assault.count(`devices: ${status}`);
    }
    client.close();
    assault.ask(CONNECTIONS, (turn) => {
      const { chatId, sender } = means.pairs[turn % means.pairs.length]!;
      const body = { id: '{id}', chatId, senderId: sender.id, content: 'Wake up' };
      return postJson(sendMessage.path, body, sender.token).replace('{id}', randomUUID());
    });
  },
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;

function blocking(path: string, means: Means, index: number): string {
  const { id, token } = person(means, index);
  return postJson(path, { userId: id, userToBlockId: person(means, index + 8).id }, token);
}
