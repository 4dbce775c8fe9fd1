import type { Random } from '@herenow/cast/random';

/** The ids of people who may meet: those of one city, or all who live in none. */
export interface Circle {
  everyone: string[];
  visible: string[];
}

export interface ChatRow {
  id: string;
  low_id: string;
  high_id: string;
  initiated_by: string;
  pin_status: 'pending' | 'accepted' | 'rejected';
  created_at: Date;
  answered_at: Date | null;
  paused_at: Date | null;
  last_sent_at: Date | null;
}

export interface BlockRow {
  blocker_id: string;
  blocked_id: string;
  created_at: Date;
}

/** The share of people who have blocked a user; each visible person has blocked one more. */
const BLOCKING = 0.2;
/** Pins that a visible person has sent, at most. */
const PINS = 3;
/** The share of people who are not visible that have a paused chat. */
const PAUSED = 0.1;

export function* blocksOf({ everyone, visible }: Circle, random: Random, now: Date): Generator<BlockRow> {
  const seen = new Set<string>();
  const one = function* (blocker: string): Generator<BlockRow> {
    const blocked = random.pick(everyone);
    const pair = blocker + blocked;
    if (blocker === blocked || seen.has(pair)) return;
    seen.add(pair);
    yield { blocker_id: blocker, blocked_id: blocked, created_at: now };
  };
  for (const blocker of everyone) if (random.chance(BLOCKING)) yield* one(blocker);
  for (const blocker of visible) yield* one(blocker);
}

export function* chatsOf({ everyone, visible }: Circle, random: Random, now: Date): Generator<ChatRow> {
  const seen = new Set<string>();
  const one = function* (from: string, to: string, waiting: boolean): Generator<ChatRow> {
    const [low, high] = from < to ? [from, to] : [to, from];
    const pair = low + high;
    if (from === to || seen.has(pair)) return;
    seen.add(pair);
    const pin = waiting
      ? 'accepted'
      : random.pick(['pending', 'pending', 'accepted', 'accepted', 'rejected'] as const);
    yield {
      id: uuid(random),
      low_id: low,
      high_id: high,
      initiated_by: from,
      pin_status: pin,
      created_at: now,
      answered_at: pin === 'pending' ? null : now,
      paused_at: waiting ? now : null,
      last_sent_at: pin === 'accepted' ? now : null,
    };
  };
  for (const from of visible) {
    const pins = random.whole(0, PINS);
    for (let count = 0; count < pins; count += 1) yield* one(from, random.pick(visible), false);
  }
  const isVisible = new Set(visible);
  for (const from of everyone)
    if (!isVisible.has(from) && random.chance(PAUSED)) yield* one(from, random.pick(everyone), true);
}

function uuid(random: Random): string {
  const hex = (digits: number) =>
    Math.floor(random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
}
