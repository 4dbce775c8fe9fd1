import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { id } from './entities.ts';
import * as refusals from './refusals.ts';

const NOT_ONE = refusals.notSubscription.text;
/** The browser's PushSubscription as JSON text. */
const fcmToken = z.string(NOT_ONE).check(z.minLength(1, NOT_ONE), z.maxLength(4096, NOT_ONE));
const body = z.object({ userId: id, fcmToken });

export const addFcmToken = call({
  method: 'POST',
  path: '/api/user/add-fcm-token',
  bound: { rate: 'device', body: BODY.small },
  summary: 'Registers a push subscription of this device.',
  body,
  answer: 'nothing',
  actsAs: ['userId'],
  refusals: [refusals.notSubscription],
});

export const removeFcmToken = call({
  method: 'POST',
  path: '/api/user/remove-fcm-token',
  bound: { rate: 'device', body: BODY.small },
  summary: 'Forgets a push subscription.',
  body,
  answer: 'nothing',
  actsAs: ['userId'],
  refusals: [refusals.notSubscription],
});

export const getPushKey = call({
  method: 'GET',
  path: '/api/push/public-key',
  bound: { rate: 'read' },
  summary: 'The server’s VAPID public key, base64url.',
  answer: 'text',
});
