import * as z from 'zod/mini';
import { call } from './call.ts';
import { id } from './entities.ts';

const PUSH_TOKEN = 'This is not a push subscription.';
/** The browser's PushSubscription as JSON text. */
const fcmToken = z.string(PUSH_TOKEN).check(z.minLength(1, PUSH_TOKEN), z.maxLength(4096, PUSH_TOKEN));
const body = z.object({ userId: id, fcmToken });

export const addFcmToken = call({
  method: 'POST',
  path: '/api/user/add-fcm-token',
  auth: 'user',
  summary: 'Registers a push subscription of this device.',
  body,
  answer: 'nothing',
  actsAs: ['userId'],
  errors: { 400: PUSH_TOKEN },
});

export const removeFcmToken = call({
  method: 'POST',
  path: '/api/user/remove-fcm-token',
  auth: 'user',
  summary: 'Forgets a push subscription.',
  body,
  answer: 'nothing',
  actsAs: ['userId'],
});

export const getPushKey = call({
  method: 'GET',
  path: '/api/push/public-key',
  auth: 'user',
  summary: 'The server’s VAPID public key, base64url.',
  answer: 'text',
});
