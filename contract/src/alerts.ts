import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { id, timestamp } from './entities.ts';
import { distanceKm } from './profile.ts';
import * as refusals from './refusals.ts';

const path = '/api/feed/alert';

const alert = z.object({
  /** Null: the alert is off. */
  until: z.nullable(timestamp),
  /** Reports people within this distance of the neighbourhood in which it was set. */
  maxDistanceKm: z.nullable(z.number()),
});

export const getAlert = call({
  method: 'GET',
  path,
  bound: { rate: 'read' },
  summary: 'Until when one is told by push that people near have become visible.',
  answer: alert,
});

export const setAlert = call({
  method: 'POST',
  path,
  bound: { rate: 'device', body: BODY.small },
  summary:
    'For three hours, tells one’s devices by push that people near have become visible: at least three new ones, 5 to 15 minutes late, at most once an hour, and never who, how many or where. The distance is rounded up to 10, 20 or 50 km, the place to some kilometres; nothing else narrows it.',
  body: z.object({ userId: id, maxDistanceKm: z.nullish(distanceKm) }),
  answer: alert,
  actsAs: ['userId'],
  refusals: [refusals.noDevice, refusals.registrationUnfinished, refusals.placeUnknown],
});

export const clearAlert = call({
  method: 'DELETE',
  path,
  bound: { rate: 'device' },
  summary: 'Tells one’s devices no more.',
  answer: 'nothing',
});
