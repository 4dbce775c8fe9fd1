import * as z from 'zod/mini';
import { call } from './call.ts';
import { LIST_MAX } from './constants.ts';
import { id, listOf, timestamp } from './entities.ts';

/** A person with whom the user had a pin or a chat that is gone: their name at that time, and when it ended. */
export const formerChat = z.object({ id, name: z.string(), ended: timestamp });
export type FormerChat = z.output<typeof formerChat>;

export const listFormerChats = call({
  method: 'GET',
  path: '/api/user/:id/former-chats',
  bound: { rate: 'read' },
  summary:
    'People with whom one had a pin or a chat that is gone, whatever ended it, for 30 days, latest first. One can still report them.',
  answer: listOf(formerChat, LIST_MAX),
  actsAs: ['id'],
});
