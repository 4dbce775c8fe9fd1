import * as chats from '@herenow/contract/chats';
import { editedTooOften, messageDeleted, messageIdTaken, messageNotFound } from '@herenow/contract/refusals';
import { newId } from '../src/lib/ids.ts';
import type { Cast } from './authorisation-cast.ts';
import { editedOften, leave, messageGone } from './reference-arrangements.ts';
import { refusal, type Refusal } from './reference-refusal.ts';

const message = ({ ada, chatId, adaMessage }: Cast) => ({
  body: { id: adaMessage, senderId: ada.id, chatId, content: 'Hello' },
});

/** Refusals of messages. */
export const CHAT_REFUSALS: readonly Refusal[] = [
  refusal(
    chats.sendMessage,
    409,
    (cast) => ({ body: { ...message(cast).body, id: '0198f7b2-0000-7000-8000-000000000001' } }),
    { arrange: leave },
  ),
  refusal(chats.editMessage, 409, message, { arrange: leave }),
  refusal(chats.editMessage, 409, message, { arrange: editedOften, code: editedTooOften.code }),
  refusal(chats.sendMessage, 400, (cast) => ({
    body: {
      ...message(cast).body,
      id: '0198f7b2-0000-7000-8000-000000000001',
      replyTo: '0198f7b2-0000-7000-8000-000000000002',
    },
  })),
  refusal(
    chats.react,
    409,
    ({ chatId, partnerMessage }) => ({ body: { id: partnerMessage, chatId, reaction: '🔥' } }),
    { arrange: leave },
  ),
  ...[chats.editMessage, chats.react].flatMap((call) => [
    refusal(call, 404, (cast) => ({ body: { ...message(cast).body, id: newId(), reaction: '🔥' } }), {
      code: messageNotFound.code,
    }),
    refusal(call, 409, (cast) => ({ body: { ...message(cast).body, reaction: '🔥' } }), {
      arrange: messageGone,
      code: messageDeleted.code,
    }),
  ]),
  refusal(chats.editMessage, 403, (cast) => ({ body: { ...message(cast).body, id: cast.partnerMessage } })),
  refusal(chats.sendMessage, 409, (cast) => ({ body: { ...message(cast).body, id: cast.partnerMessage } }), {
    code: messageIdTaken.code,
  }),
  refusal(chats.listMessages, 404, ({ chatId }) => ({ params: { chatId }, query: { before: newId() } }), {
    code: messageNotFound.code,
  }),
];
