import { sendMessage } from '@herenow/contract/chats';
import { DAY_MS } from '@herenow/contract/constants';
import { pinUser } from '@herenow/contract/pins';
import type { Pulse, PulsePoint } from '@herenow/contract/pulse';
import type { Db } from '../../database/db.ts';
import type { Counted } from '../../http/counted.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { countWaiting, requireOperator } from '../moderation/index.ts';
import { lastMinute, momentOf, quantileMs, stretchesOf, type Stretches } from './policy.ts';
import * as store from './store.ts';

/** Longer than the longest chart, by one of its steps. */
const KEPT_MS = DAY_MS + 10 * 60_000;

export type PulseService = ReturnType<typeof createPulse>;

interface PulseOptions {
  db: Db;
  clock: Clock;
  /** Returns what this node has counted since it started. */
  counted(): Promise<Counted>;
}

/** Shows operators the activity of an installation with any number of nodes, in numbers that are about nobody. */
export function createPulse({ db, clock, counted }: PulseOptions) {
  // A node that restarts gets a new id, so that its counters never decrease.
  const node = newId();
  let before: store.Sample | undefined;
  let noted = -Infinity;

  async function points(stretches: Stretches): Promise<PulsePoint[]> {
    const rows = await store.listStretches(db, stretches);
    return rows.map((row, index) => pointOf(row, stretches, index));
  }

  return {
    /** Records this node’s activity since the last moment and the current state; once per moment. */
    async note(): Promise<void> {
      const now = clock.now();
      const at = momentOf(now);
      if (at.getTime() <= noted) return;
      const all = sampleOf(await counted());
      await store.addSample(db, node, at, less(all, before));
      before = all;
      noted = at.getTime();
      if (await store.isNoted(db, at)) return;
      const { cases, sealed, oldest } = await countWaiting(db, now);
      const oldestSeconds = oldest === null ? 0 : Math.round((now.getTime() - Date.parse(oldest)) / 1000);
      await store.addMoment(db, at, { waiting: cases + sealed, oldestSeconds }, now);
    },

    async read(operatorId: string, minutes: number): Promise<Pulse> {
      await requireOperator(db, operatorId);
      const now = clock.now();
      const stretches = stretchesOf(minutes, now);
      const [all, latest] = await Promise.all([points(stretches), points(lastMinute(now))]);
      return { stepSeconds: stretches.stepSeconds, latest: latest[0]!, points: all };
    },

    async sweep(): Promise<void> {
      await store.deleteBefore(db, minus(clock.now(), KEPT_MS));
    },
  };
}

const sampleOf = ({ granted, ...counted }: Counted): store.Sample => ({
  ...counted,
  pins: granted.get(pinUser.path) ?? 0,
  messages: granted.get(sendMessage.path) ?? 0,
});

const less = (all: store.Sample, before: store.Sample | undefined): store.Sample => ({
  pins: all.pins - (before?.pins ?? 0),
  messages: all.messages - (before?.messages ?? 0),
  deliveries: all.deliveries - (before?.deliveries ?? 0),
  calls: all.calls - (before?.calls ?? 0),
  errors: all.errors - (before?.errors ?? 0),
  within: all.within.map((count, index) => count - (before?.within[index] ?? 0)),
});

function pointOf(row: store.Stretch, { since, stepSeconds }: Stretches, index: number): PulsePoint {
  const { nodes, visible, chats, waiting, oldestSeconds, within } = row;
  const perMinute = (count: number | null) =>
    count === null ? null : Math.round((count * 6000) / stepSeconds) / 100;
  const quantile = (share: number) => (within ? quantileMs(share, within, row.calls ?? 0) : null);
  return {
    at: plus(since, (index + 1) * stepSeconds * 1000).toISOString(),
    nodes,
    visible,
    chats,
    waiting,
    oldestSeconds,
    pins: perMinute(row.pins),
    messages: perMinute(row.messages),
    deliveries: perMinute(row.deliveries),
    calls: perMinute(row.calls),
    errors: perMinute(row.errors),
    medianMs: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}
