import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { id } from './entities.ts';
import { maybe } from './optional.ts';
import * as refusals from './refusals.ts';

export const pinUser = call({
  method: 'POST',
  path: '/api/user/pin-user',
  bound: { rate: 'pin', body: BODY.small },
  summary: 'Pins a visible person, or accepts their pin if it is waiting.',
  body: z.object({ userId: id, pinnedUserId: id }),
  answer: 'nothing',
  actsAs: ['userId'],
  refusals: [refusals.goVisibleToPin, refusals.beingChecked, refusals.userNotFound, refusals.alreadyPinned],
});

export const withdrawPin = call({
  method: 'POST',
  path: '/api/user/pin-user/withdraw',
  bound: { rate: 'answer', body: BODY.small },
  summary: 'Takes a pin back that nobody has answered, within five seconds. It still counts for the limits.',
  body: z.object({ userId: id, pinnedUserId: id }),
  answer: 'nothing',
  actsAs: ['userId'],
  refusals: [refusals.userNotFound, refusals.alreadyAnswered, refusals.undoTooLate],
});

const decision = maybe(z.object({ chatId: maybe(id) }));
const ofAnswer = [refusals.notYoursToAnswer, refusals.alreadyAnswered];

export const acceptPin = call({
  method: 'POST',
  path: '/api/user/pin-user/accept/:chatId',
  bound: { rate: 'answer', body: BODY.small },
  summary: 'Accepts a pending pin.',
  body: decision,
  answer: 'nothing',
  refusals: [...ofAnswer, refusals.beingChecked],
  missing: refusals.chatNotFound,
});

export const rejectPin = call({
  method: 'POST',
  path: '/api/user/pin-user/reject/:chatId',
  bound: { rate: 'answer', body: BODY.small },
  summary: 'Rejects a pending pin, and those that wait from other accounts of the same mailbox.',
  body: decision,
  answer: 'nothing',
  refusals: ofAnswer,
  missing: refusals.chatNotFound,
});
