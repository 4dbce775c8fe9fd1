import * as chats from '@herenow/contract/chats';
import * as alerts from '@herenow/contract/alerts';
import { countFeed, listFeed, listFeedChanges } from '@herenow/contract/feed';
import * as pins from '@herenow/contract/pins';
import * as push from '@herenow/contract/push';
import { listFormerChats } from '@herenow/contract/former-chats';
import * as safety from '@herenow/contract/safety';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import {
  ANSWERED,
  everyone,
  live,
  NO_CHAT,
  NO_CHAT_404,
  NO_USER,
  NOT_PINNED,
  OK,
  ownerOnly,
  PINNED,
} from './authorisation-answers.ts';
import { asAda, listed, row, whom, type Row } from './authorisation-row.ts';
import { addDevice, type Cast } from './authorisation-cast.ts';

const message = (chatId: string, senderId: string) => ({
  body: { id: randomUUID(), chatId, senderId, content: 'Hello again' },
});
const justPinned = (app: TestApp, { pendingChatId }: Cast) =>
  app.db.updateTable('chats').set({ created_at: app.clock.now() }).where('id', '=', pendingChatId).execute();
const devices = async (_: ApiAnswer, { ada }: Cast, app: TestApp) =>
  (await app.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', ada.id).execute())
    .length === 1
    ? 'kept'
    : 'forgotten';
const chatsWith = (answer: ApiAnswer, cast: Cast) =>
  whom(
    (answer.json as { participants: { userId: string }[] }[]).flatMap(({ participants }) =>
      participants.map(({ userId }) => userId),
    ),
    cast,
  );

/** Calls that concern other users. Columns: owner, partner, pending, stranger, blocked, blocker. */
export const OTHER_ROWS: readonly Row[] = [
  row(listFeed, 'the feed', ownerOnly('200 stranger'), ({ ada }) => ({ body: { userId: ada.id } }), {
    ...asAda,
    look: listed,
  }),
  row(
    listFeed,
    'one’s own feed, with ada in it or not',
    live('200 without', '200 without', '200 without', '200 with', '200 without', '200 without'),
    (_, { person }) => ({ body: { userId: person.id } }),
    { look: ({ text }, { ada }) => (text.includes(ada.id) ? 'with' : 'without') },
  ),
  row(
    countFeed,
    'the feed',
    ownerOnly(OK),
    ({ ada }) => ({ body: { userId: ada.id, distances: [5] } }),
    asAda,
  ),
  row(
    listFeedChanges,
    'the feed',
    ownerOnly(OK),
    ({ ada }) => ({ body: { userId: ada.id, shown: [] } }),
    asAda,
  ),
  row(
    listFeedChanges,
    'one’s own feed that shows ada',
    live('200 gone', '200 gone', '200 gone', '200 still', '200 gone', '200 gone'),
    ({ ada }, { person }) => ({ body: { userId: person.id, shown: [{ id: ada.id }] } }),
    { look: ({ json }, { ada }) => ((json as { gone: string[] }).gone.includes(ada.id) ? 'gone' : 'still') },
  ),

  row(
    pins.pinUser,
    'as ada',
    ownerOnly(OK),
    ({ ada, actors }) => ({ body: { userId: ada.id, pinnedUserId: actors.stranger.person.id } }),
    asAda,
  ),
  row(pins.pinUser, 'ada', live(NO_USER, PINNED, PINNED, OK, NO_USER, NO_USER), ({ ada }, { person }) => ({
    body: { userId: person.id, pinnedUserId: ada.id },
  })),
  row(pins.pinUser, 'somebody suspended', everyone(NO_USER), ({ actors }, { person }) => ({
    body: { userId: person.id, pinnedUserId: actors.suspended.person.id },
  })),
  row(
    pins.withdrawPin,
    'as ada',
    ownerOnly(NO_USER),
    ({ ada, actors }) => ({ body: { userId: ada.id, pinnedUserId: actors.stranger.person.id } }),
    asAda,
  ),
  row(
    pins.withdrawPin,
    'of ada',
    live(NO_USER, ANSWERED, OK, NO_USER, NO_USER, NO_USER),
    ({ ada }, { person }) => ({ body: { userId: person.id, pinnedUserId: ada.id } }),
    { arrange: justPinned },
  ),
  ...[pins.acceptPin, pins.rejectPin].map((call) =>
    row(
      call,
      'a pin that waits',
      live(OK, NO_CHAT, NOT_PINNED, NO_CHAT, NO_CHAT, NO_CHAT),
      ({ pendingChatId }) => ({
        params: { chatId: pendingChatId },
      }),
    ),
  ),

  row(
    chats.listChats,
    'the chats',
    ownerOnly('200 owner partner pending'),
    ({ ada }) => ({ params: { userId: ada.id } }),
    { names: 'userId', look: chatsWith },
  ),
  row(
    chats.listChats,
    'one’s own chats',
    live(
      '200 owner partner pending',
      '200 owner partner',
      '200 owner pending',
      '200 nobody',
      '200 nobody',
      '200 nobody',
    ),
    (_, { person }) => ({ params: { userId: person.id } }),
    { look: chatsWith },
  ),
  row(
    chats.listMessages,
    'a chat',
    live('200 2', '200 2', NO_CHAT_404, NO_CHAT_404, NO_CHAT_404, NO_CHAT_404),
    ({ chatId }) => ({ params: { chatId } }),
    { look: ({ json }) => String((json as unknown[]).length) },
  ),
  row(chats.listMessages, 'a pin that waits', everyone(NO_CHAT_404), ({ pendingChatId }) => ({
    params: { chatId: pendingChatId },
  })),
  row(chats.sendMessage, 'as ada', ownerOnly(OK), (cast) => message(cast.chatId, cast.ada.id), {
    names: 'senderId',
  }),
  row(
    chats.sendMessage,
    'into a chat',
    live(OK, OK, NO_CHAT, NO_CHAT, NO_CHAT, NO_CHAT),
    (cast, { person }) => message(cast.chatId, person.id),
  ),
  row(chats.sendMessage, 'into a pin that waits', everyone(NO_CHAT), (cast, { person }) =>
    message(cast.pendingChatId, person.id),
  ),
  row(
    chats.editMessage,
    'as ada',
    ownerOnly(OK),
    ({ ada, chatId, adaMessage }) => ({
      body: { id: adaMessage, chatId, senderId: ada.id, content: 'Edited' },
    }),
    { names: 'senderId' },
  ),
  row(
    chats.editMessage,
    'a message',
    live(OK, '403 You can only edit your own messages.', NO_CHAT, NO_CHAT, NO_CHAT, NO_CHAT),
    ({ chatId, adaMessage }, { person }) => ({
      body: { id: adaMessage, chatId, senderId: person.id, content: 'Edited' },
    }),
  ),
  row(
    chats.react,
    'under a message',
    live(OK, OK, NO_CHAT, NO_CHAT, NO_CHAT, NO_CHAT),
    ({ chatId, adaMessage }) => ({ body: { id: adaMessage, chatId, reaction: '🔥' as const } }),
  ),

  row(
    safety.blockUser,
    'as ada',
    ownerOnly(OK),
    ({ ada, actors }) => ({ body: { userId: ada.id, userToBlockId: actors.stranger.person.id } }),
    asAda,
  ),
  row(
    safety.blockUser,
    'ada',
    live('400 You cannot block yourself.', OK, OK, OK, OK, OK),
    ({ ada }, { person }) => ({ body: { userId: person.id, userToBlockId: ada.id } }),
  ),
  row(
    safety.unblockUser,
    'as ada',
    ownerOnly(OK),
    ({ ada, actors }) => ({ body: { userId: ada.id, userToBlockId: actors.blocked.person.id } }),
    asAda,
  ),
  row(safety.unblockUser, 'ada', everyone(OK), ({ ada }, { person }) => ({
    body: { userId: person.id, userToBlockId: ada.id },
  })),
  row(
    safety.listBlockedUsers,
    'the blocked people',
    ownerOnly('200 blocked'),
    ({ ada }) => ({ params: { id: ada.id } }),
    { names: 'id', look: listed },
  ),
  row(listFormerChats, 'the former chats', ownerOnly(OK), ({ ada }) => ({ params: { id: ada.id } }), {
    names: 'id',
  }),
  ...(['reporterId', 'reporterUserId'] as const).map((field) =>
    row(
      safety.reportUser,
      `as ada (${field})`,
      ownerOnly(OK),
      ({ ada, actors }) => ({
        body: { [field]: ada.id, reportedUserId: actors.stranger.person.id, reason: 'Other' as const },
      }),
      { names: field },
    ),
  ),
  row(
    safety.reportUser,
    'ada',
    live('400 You cannot report yourself.', OK, OK, OK, OK, OK),
    ({ ada }, { person }) => ({
      body: { reporterId: person.id, reportedUserId: ada.id, reason: 'Other' as const },
    }),
  ),

  row(
    push.addFcmToken,
    'as ada',
    ownerOnly(OK),
    ({ ada, device }) => ({ body: { userId: ada.id, fcmToken: device } }),
    asAda,
  ),
  row(
    push.removeFcmToken,
    'as ada',
    ownerOnly('200 forgotten'),
    ({ ada, device }) => ({ body: { userId: ada.id, fcmToken: device } }),
    { ...asAda, arrange: addDevice, look: devices },
  ),
  row(
    push.removeFcmToken,
    'a device, as oneself',
    live('200 forgotten', '200 kept', '200 kept', '200 kept', '200 kept', '200 kept'),
    ({ device }, { person }) => ({ body: { userId: person.id, fcmToken: device } }),
    { arrange: addDevice, look: devices },
  ),
  row(push.getPushKey, 'the key', everyone(OK), () => ({})),

  row(alerts.getAlert, 'one’s own alert', everyone(OK), () => ({})),
  row(alerts.setAlert, 'as ada', ownerOnly(OK), ({ ada }) => ({ body: { userId: ada.id } }), {
    ...asAda,
    arrange: addDevice,
  }),
  row(alerts.clearAlert, 'one’s own alert', everyone(OK), () => ({})),
];
