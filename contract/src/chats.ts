import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { LIST_MAX, MESSAGE_PAGE_MAX, MESSAGES_MAX } from './constants.ts';
import { chat, id, listOf, message, reaction, textField } from './entities.ts';
import { messageProblem } from './message-rule.ts';
import { maybe } from './optional.ts';
import * as refusals from './refusals.ts';

export const listChats = call({
  method: 'GET',
  path: '/api/chat/:userId/all',
  bound: { rate: 'read', kept: true },
  summary: 'One’s chats: pending, accepted and one’s own rejected pins.',
  answer: listOf(chat, LIST_MAX),
  actsAs: ['userId'],
});

export const listMessages = call({
  method: 'GET',
  path: '/api/chat/:chatId/messages',
  bound: { rate: 'history' },
  summary:
    'Messages of a chat by ascending sentAt: the last 1,000, or `limit`, before message `before` or the end; or message `id` alone. A `Link` header of rel `prev` says that there are older ones, and where.',
  query: z.object({
    id: z.optional(id),
    before: z.optional(id),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MESSAGE_PAGE_MAX))),
  }),
  answer: listOf(message, MESSAGES_MAX),
  headers: { link: 'The messages before these (rel="prev"); absent if there are none.' },
  refusals: [refusals.messageNotFound],
  missing: refusals.noSuchChat,
});

const content = textField(refusals.messageEmpty.text, messageProblem);
const ofChat = [refusals.chatNotFound, refusals.goVisibleToChat];
const ofMessage = [refusals.messageNotFound, refusals.messageDeleted];

export const sendMessage = call({
  method: 'POST',
  path: '/api/chat/send-message',
  bound: { rate: 'message', body: BODY.message },
  summary: 'Sends a message; the client’s id makes it idempotent. Answers the stored message.',
  body: z.object({
    id,
    senderId: id,
    chatId: id,
    content,
    recipientId: maybe(z.string()),
    sentAt: maybe(z.union([z.string(), z.number()])),
    senderUsername: maybe(z.string()),
    recipientUsername: maybe(z.string()),
    deleted: maybe(z.boolean()),
    replyTo: z.nullish(id),
  }),
  answer: message,
  actsAs: ['senderId'],
  refusals: [...ofChat, refusals.replyNotFound, refusals.messageIdTaken],
});

export const editMessage = call({
  method: 'POST',
  path: '/api/chat/edit-message',
  bound: { rate: 'edit', body: BODY.message },
  summary: 'Replaces the content of one’s own message. Answers the message.',
  body: z.object({ id, content, chatId: id, senderId: id, recipientId: maybe(z.string()) }),
  answer: message,
  actsAs: ['senderId'],
  refusals: [...ofChat, ...ofMessage, refusals.editOthers, refusals.editedTooOften],
});

export const react = call({
  method: 'POST',
  path: '/api/chat/react',
  bound: { rate: 'reaction', body: BODY.small },
  summary:
    'Sets one’s own reaction under a message of a live chat, in place of an earlier one; null takes it back. Answers the message.',
  body: z.object({ id, chatId: id, reaction: reaction.shape.reaction }),
  answer: message,
  refusals: [...ofChat, ...ofMessage],
});
