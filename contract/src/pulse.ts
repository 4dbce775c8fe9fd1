import * as z from 'zod/mini';
import { call } from './call.ts';
import { listOf, timestamp } from './entities.ts';
import { ofDesk } from './moderation.ts';

/** The maximum points of a pulse, whatever its length. */
const PULSE_POINTS = 240;

const count = z.nullable(z.int());
const rate = z.nullable(z.number());

/**
 * The counts of all nodes in the interval that ends at `at`, and the state at that time; null where no node counted.
 */
const pulsePoint = z.object({
  at: timestamp,
  /** How many nodes counted. */
  nodes: z.int(),
  /** How many people are visible. */
  visible: count,
  /** Chats in which both people are active. */
  chats: count,
  /** Cases that wait for an operator. */
  waiting: count,
  /** How long the oldest of them waits, in seconds; 0 if none does. */
  oldestSeconds: count,
  /** Per minute, over all nodes. */
  pins: rate,
  messages: rate,
  deliveries: rate,
  calls: rate,
  errors: rate,
  /** Milliseconds until an answer; null without calls. */
  medianMs: rate,
  p99Ms: rate,
});
export type PulsePoint = z.output<typeof pulsePoint>;

export const pulse = z.object({
  stepSeconds: z.int(),
  /** The last minute. */
  latest: pulsePoint,
  /** Oldest first, at equal intervals. */
  points: listOf(pulsePoint, PULSE_POINTS),
});
export type Pulse = z.output<typeof pulse>;

export const getPulse = call({
  method: 'GET',
  path: '/api/moderation/pulse',
  bound: { rate: 'desk' },
  summary:
    'For operators: what goes on, over all nodes, in the last `minutes` (15 to 1440): who is visible, rates, latencies, what waits. It tells of nobody.',
  query: z.object({ minutes: z.coerce.number().check(z.int(), z.gte(15), z.lte(1440)) }),
  answer: pulse,
  refusals: ofDesk,
});
