/** Sends the requests of the evening over kept-alive connections from many addresses, and counts the outcomes. */
import { createStopwatch, type Stopwatch } from '../live/latencies.ts';
import { openClient, type Client } from '../live/http-client.ts';

/** As many as a proxy keeps open to a node. A request that finds none free waits, and its latency includes the wait. */
const CONNECTIONS = 128;
/** The status for the second of two people who pin each other at the same time. */
const DONE_ALREADY = 409;
const GOOD = new Set([200, 204, DONE_ALREADY]);

export interface Tally {
  feed: Stopwatch;
  screen: Stopwatch;
  changes: Stopwatch;
  asked: number;
  failures: Record<string, number>;
}
export const newTally = (): Tally => ({
  feed: createStopwatch(),
  screen: createStopwatch(),
  changes: createStopwatch(),
  asked: 0,
  failures: {},
});

export function failed(tally: Tally, what: string, count = 1): void {
  if (count > 0) tally.failures[what] = (tally.failures[what] ?? 0) + count;
}

export type Asking = Awaited<ReturnType<typeof openAsking>>;

/** Spreads requests evenly over the nodes behind these ports. */
export async function openAsking(ports: readonly number[]) {
  const free: Client[] = await Promise.all(
    // Each counts as its own network in the limits of requests without a token, such as a browser's for photos.
    Array.from({ length: CONNECTIONS }, (_, at) =>
      openClient(ports[at % ports.length]!, `127.0.1.${at + 1}`),
    ),
  );
  const waiting: ((client: Client) => void)[] = [];
  let open = 0;
  let lastNumber = 0;

  async function take(): Promise<Client> {
    return free.shift() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
  }

  return {
    /** Returns how many requests have no response yet. */
    open: () => open,
    /** Sends a request; returns the response, or undefined after counting a failure. `watch` measures its latency. */
    async ask(tally: Tally, what: string, request: string, watch?: { by: Stopwatch; due: number }) {
      open += 1;
      tally.asked += 1;
      const number = ++lastNumber;
      watch?.by.start(number, watch.due);
      const client = await take();
      try {
        const answer = await client.ask(request);
        watch?.by.stop(number);
        if (GOOD.has(answer.status)) return answer;
        failed(tally, `${what}: ${answer.status}`);
      } catch {
        failed(tally, `${what}: the connection was closed`);
      } finally {
        open -= 1;
        const next = waiting.shift();
        if (next) next(client);
        else free.push(client);
      }
      return undefined;
    },
  };
}
