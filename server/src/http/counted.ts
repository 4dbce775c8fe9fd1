import { CALLS } from '@herenow/contract/calls';
import type { Counter, Histogram } from 'prom-client';

/** What a node has counted since it started. */
export interface Counted {
  deliveries: number;
  calls: number;
  /** Calls with a status of 500 or more, and unhandled errors. */
  errors: number;
  /** The number of calls that took no longer than each bound of `SECONDS`. */
  within: number[];
  /** The number of calls that were not refused, by path in the contract. */
  granted: Map<string, number>;
}

/** The bounds of the response times that are distinguished. */
export const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const PATHS: ReadonlySet<string> = new Set(CALLS.map(({ call }) => call.path));

/** Sums up the metrics of all calls; pages and files do not count. */
export async function readCounted(metrics: {
  requests: Histogram<'method' | 'route' | 'status'>;
  deliveries: Counter;
  unhandled: Counter;
}): Promise<Counted> {
  const { requests, deliveries, unhandled } = metrics;
  const counted: Counted = {
    deliveries: await total(deliveries),
    calls: 0,
    errors: await total(unhandled),
    within: SECONDS.map(() => 0),
    granted: new Map(),
  };
  for (const { metricName, labels, value } of (await requests.get()).values) {
    const route = String(labels.route);
    if (!PATHS.has(route)) continue;
    const bound = 'le' in labels ? SECONDS.indexOf(Number(labels.le)) : -1;
    if (bound >= 0) counted.within[bound]! += value;
    if (!metricName?.endsWith('_count')) continue;
    const status = Number(labels.status);
    counted.calls += value;
    if (status >= 500) counted.errors += value;
    if (status < 300) counted.granted.set(route, (counted.granted.get(route) ?? 0) + value);
  }
  return counted;
}

const total = async (counter: Counter): Promise<number> =>
  (await counter.get()).values.reduce((sum, { value }) => sum + value, 0);
