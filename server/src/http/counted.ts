import { sendMessage } from '@herenow/contract/chats';
import { pinUser } from '@herenow/contract/pins';
import type { Counter, Histogram } from 'prom-client';

/** What a node has counted since it started. */
export interface Counted {
  pins: number;
  messages: number;
  deliveries: number;
  calls: number;
  /** Calls that answered 500 or more, and errors that nobody was there to handle. */
  errors: number;
  /** Calls that took no longer than each bound of `SECONDS`. */
  within: number[];
}

/** Bounds of the times to an answer that are told apart. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const TALLIES: Readonly<Record<string, 'pins' | 'messages'>> = {
  [pinUser.path]: 'pins',
  [sendMessage.path]: 'messages',
};

/** Sums up over routes; pages and files do not count as calls. */
export async function readCounted({
  requests,
  deliveries,
  unhandled,
}: {
  requests: Histogram<'method' | 'route' | 'status'>;
  deliveries: Counter;
  unhandled: Counter;
}): Promise<Counted> {
  const counted: Counted = {
    pins: 0,
    messages: 0,
    deliveries: await total(deliveries),
    calls: 0,
    errors: await total(unhandled),
    within: SECONDS.map(() => 0),
  };
  for (const { metricName, labels, value } of (await requests.get()).values) {
    const route = String(labels.route);
    if (!route.startsWith('/api/')) continue;
    const bound = 'le' in labels ? SECONDS.indexOf(Number(labels.le)) : -1;
    if (bound >= 0) counted.within[bound]! += value;
    if (!metricName?.endsWith('_count')) continue;
    counted.calls += value;
    if (Number(labels.status) >= 500) counted.errors += value;
    const tally = TALLIES[route];
    if (tally && Number(labels.status) < 300) counted[tally] += value;
  }
  return counted;
}

const total = async (counter: Counter): Promise<number> =>
  (await counter.get()).values.reduce((sum, { value }) => sum + value, 0);
