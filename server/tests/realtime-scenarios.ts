import { editMessage, react, sendMessage } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { pinUser, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { updateUser } from '@herenow/contract/profile';
import type { QueueName } from '@herenow/contract/queue';
import { blockUser } from '@herenow/contract/safety';
import { accept, goHidden, goVisible, leave, meet, ok, pin, send } from '@herenow/testing/encounters';
import { randomUUID } from 'node:crypto';
import type { Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import type { StompClient } from '@herenow/testing/stomp-client';

/** Two people, each with two tabs open. */
interface Scene {
  app: TestApp;
  ada: Person;
  bela: Person;
  /** The first tab of each. */
  adaTab: StompClient;
  belaTab: StompClient;
  chatId: string;
  message: Message;
}

export interface Scenario {
  name: string;
  /** Prepares what holds before the snapshot and may return the chat’s id. Without it, ada and bela have met. */
  before?: (app: TestApp, ada: Person, bela: Person) => Promise<string | void>;
  act: (scene: Scene) => Promise<unknown>;
  ada: QueueName[];
  bela: QueueName[];
}

const visible = async (app: TestApp, ...people: Person[]) => {
  for (const one of people) await goVisible(app, one);
};
export const pinned = async (app: TestApp, ada: Person, bela: Person) => {
  await visible(app, ada, bela);
  return await pin(ada, bela);
};
const rename = async ({ api, id, name }: Person) =>
  ok(await api(updateUser, { body: { id, username: `${name} too` } }));
export const both = (...queues: QueueName[]) => ({ ada: queues, bela: queues });
const edit = ({ ada, chatId }: Scene, { id }: Message, content: string) =>
  ada.api(editMessage, { body: { id, chatId, content, senderId: ada.id } });
const remove = ({ adaTab, chatId }: Scene, { id }: Message) =>
  adaTab.send('/app/chat.delete', { id, chatId });

export const SCENARIOS: Scenario[] = [
  { name: 'a message', act: ({ ada, chatId }) => send(ada, chatId, 'two'), ...both('messages') },
  { name: 'an answer', act: ({ bela, chatId }) => send(bela, chatId, 'two'), ...both('messages') },
  {
    name: 'an edit of the last message',
    act: (scene) => edit(scene, scene.message, 'once'),
    ...both('messages-edit'),
  },
  {
    name: 'an edit of an earlier message',
    act: async (scene) => [
      await send(scene.bela, scene.chatId, 'two'),
      await edit(scene, scene.message, 'once'),
    ],
    ...both('messages', 'messages-edit'),
  },
  {
    name: 'a deletion of the last message',
    act: async (scene) => remove(scene, scene.message),
    ...both('messages-delete'),
  },
  {
    name: 'a deletion of an earlier message, twice',
    act: async (scene) => {
      await send(scene.ada, scene.chatId, 'two');
      remove(scene, scene.message);
      remove(scene, scene.message);
    },
    ...both('messages', 'messages-delete'),
  },
  {
    name: 'reactions, one changed and one taken back',
    act: async ({ ada, bela, chatId, message: { id } }) => {
      ok(await bela.api(react, { body: { id, chatId, reaction: '🔥' } }));
      ok(await ada.api(react, { body: { id, chatId, reaction: '👍' } }));
      ok(await bela.api(react, { body: { id, chatId, reaction: '😂' } }));
      ok(await ada.api(react, { body: { id, chatId, reaction: null } }));
    },
    ...both('reactions', 'reactions', 'reactions', 'reactions'),
  },
  {
    name: 'a reaction to what is edited and then deleted',
    act: async (scene) => {
      const { bela, chatId, message } = scene;
      ok(await bela.api(react, { body: { id: message.id, chatId, reaction: '🔥' } }));
      await edit(scene, message, 'once');
      remove(scene, message);
    },
    ...both('reactions', 'messages-edit', 'messages-delete'),
  },
  {
    name: 'a reply',
    act: async ({ bela, chatId, message }) =>
      ok(
        await bela.api(sendMessage, {
          body: { id: randomUUID(), chatId, senderId: bela.id, content: 'two', replyTo: message.id },
        }),
      ),
    ...both('messages'),
  },
  {
    name: 'a message seen, twice',
    act: async ({ belaTab, chatId, message }) => {
      belaTab.send('/app/chat.seen', { id: message.id, chatId });
      belaTab.send('/app/chat.seen', message);
    },
    ...both('status'),
  },
  {
    name: 'a pin',
    before: visible,
    act: ({ ada, bela }) => pin(ada, bela),
    ada: ['pins'],
    bela: ['notifications'],
  },
  {
    name: 'an accepted pin',
    before: pinned,
    act: ({ bela, chatId }) => accept(bela, chatId),
    ada: ['notifications', 'presence'],
    bela: ['pins'],
  },
  {
    name: 'a pin accepted by somebody incognito without end',
    before: async (app, ada, bela) => {
      const chatId = await pinned(app, ada, bela);
      await goHidden(app, bela, null);
      return chatId;
    },
    act: ({ bela, chatId }) => accept(bela, chatId),
    ada: ['notifications', 'presence'],
    bela: ['pins'],
  },
  {
    name: 'a pin answered with a pin',
    before: pinned,
    act: async ({ ada, bela }) =>
      ok(await bela.api(pinUser, { body: { userId: bela.id, pinnedUserId: ada.id } })),
    ada: ['notifications', 'presence'],
    bela: ['pins'],
  },
  {
    name: 'a rejected pin',
    before: pinned,
    act: async ({ bela, chatId }) => ok(await bela.api(rejectPin, { params: { chatId } })),
    ada: ['notifications', 'presence'],
    bela: ['pins'],
  },
  {
    name: 'a pin taken back',
    before: pinned,
    act: async ({ ada, bela }) =>
      ok(await ada.api(withdrawPin, { body: { userId: ada.id, pinnedUserId: bela.id } })),
    ada: ['pins'],
    bela: ['notifications'],
  },
  {
    name: 'a pin withdrawn by the end of a session',
    before: pinned,
    act: ({ ada }) => leave(ada),
    ada: ['own-presence', 'pins'],
    bela: ['notifications'],
  },
  {
    name: 'a rejected pin forgotten at the end of a session',
    before: async (app, ada, bela) => {
      const chatId = await pinned(app, ada, bela);
      ok(await bela.api(rejectPin, { params: { chatId } }));
      return chatId;
    },
    act: ({ ada }) => leave(ada),
    ada: ['chats-gone', 'own-presence'],
    bela: [],
  },
  { name: 'a partner who leaves', act: ({ bela }) => leave(bela), ada: ['presence'], bela: ['own-presence'] },
  {
    name: 'a partner who goes incognito',
    act: ({ app, bela }) => goHidden(app, bela, 1),
    ada: ['presence'],
    bela: ['own-presence'],
  },
  {
    name: 'a partner who stays longer',
    act: ({ app, bela }) => goVisible(app, bela, 2),
    ada: ['presence'],
    bela: ['own-presence'],
  },
  {
    name: 'a partner who comes back',
    before: async (app, ada, bela) => {
      const chatId = await meet(app, ada, bela);
      await leave(bela);
      return chatId;
    },
    act: ({ app, bela }) => goHidden(app, bela, null),
    ada: ['presence'],
    bela: ['own-presence'],
  },
  {
    name: 'a partner with another name',
    act: ({ bela }) => rename(bela),
    ...both('profiles'),
  },
  {
    name: 'another name of somebody who is here for those whom they have pinned',
    before: async (app, ada, bela) => {
      const chatId = await pinned(app, ada, bela);
      await goHidden(app, ada, 1);
      return chatId;
    },
    act: ({ ada }) => rename(ada),
    ...both('profiles'),
  },
  {
    name: 'a pinned person who goes incognito',
    before: pinned,
    act: ({ app, bela }) => goHidden(app, bela),
    ada: ['presence'],
    bela: ['own-presence'],
  },
  {
    name: 'a person who pinned and goes incognito',
    before: pinned,
    act: ({ app, ada }) => goHidden(app, ada, 1),
    ada: ['own-presence'],
    bela: ['presence'],
  },
  {
    name: 'a block',
    act: async ({ ada, bela }) =>
      ok(await ada.api(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } })),
    ada: ['chats-gone', 'profiles'],
    bela: ['chats-gone'],
  },
  {
    name: 'a block after a rejected pin',
    before: async (app, ada, bela) => {
      const chatId = await pinned(app, ada, bela);
      ok(await bela.api(rejectPin, { params: { chatId } }));
      return chatId;
    },
    act: async ({ ada, bela }) =>
      ok(await bela.api(blockUser, { body: { userId: bela.id, userToBlockId: ada.id } })),
    ada: ['chats-gone'],
    bela: ['profiles'],
  },
];
