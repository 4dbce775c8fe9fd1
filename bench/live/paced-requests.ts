/** Sends HTTP requests at a rate or as fast as possible, one at a time on each kept-alive connection. */
import { performance } from 'node:perf_hooks';
import { createRandom } from '@herenow/cast/random';
import { createStopwatch } from './latencies.ts';
import { openClient, type Client } from './http-client.ts';
import { numberIn, type LiveLoad } from './live-load.ts';
import type { HttpOutcome, HttpRequests } from './load-protocol.ts';
import { fill } from './http-request.ts';
import { atRandom, evenly, paced, within } from './pacing.ts';

const DRAIN_SECONDS = 10;
/** Counted in place of a status for a request whose connection the server closed. */
const CLOSED = 'closed';

export function createHttpLoad(live: LiveLoad) {
  return async (input: HttpRequests): Promise<HttpOutcome> => {
    const clients = await Promise.all(
      Array.from({ length: input.connections }, () => openClient(input.port)),
    );
    try {
      return await runRequests(input, clients, live);
    } finally {
      for (const client of clients) client.close();
    }
  };
}

async function runRequests(input: HttpRequests, clients: Client[], live: LiveLoad): Promise<HttpOutcome> {
  const answered = createStopwatch();
  const pushed = createStopwatch();
  const statuses: Record<string, number> = {};
  live.onMessage((payload) => pushed.stop(numberIn(payload)));
  let sent = 0;
  let done = 0;
  let bodyBytes = 0;

  async function askOne(client: Client, due: number): Promise<void> {
    const number = sent++;
    const request = fill(input.requests[number % input.requests.length]!, number);
    const at = Math.min(due, performance.now());
    answered.start(number, at);
    pushed.start(number, at);
    const answer = await client.ask(request).catch(() => undefined);
    if (answer) answered.stop(number);
    bodyBytes += answer?.body.length ?? 0;
    const status = answer?.status ?? CLOSED;
    statuses[status] = (statuses[status] ?? 0) + 1;
    done++;
  }

  const begin = performance.now();
  if (input.rate === undefined) await closedLoop(clients, input.seconds, askOne);
  else {
    const gap = input.atRandom ? atRandom(() => input.rate!, createRandom(1)) : evenly(input.rate);
    await openLoop(clients, gap, input.seconds, askOne);
  }
  const seconds = (performance.now() - begin) / 1000;
  const pushes = input.pushes ? sent : 0;
  await within(() => done === sent && pushed.count >= pushes, DRAIN_SECONDS);
  return {
    seconds,
    statuses,
    bodyBytes: bodyBytes / answered.count,
    answered: answered.result,
    pushed: pushed.result,
  };
}

type AskOne = (client: Client, due: number) => Promise<void>;

async function closedLoop(clients: Client[], seconds: number, askOne: AskOne): Promise<void> {
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) await askOne(client, performance.now());
    }),
  );
}

/** Sends requests with these gaps; one that is due waits for a free connection, and its latency includes the wait. */
async function openLoop(
  clients: Client[],
  gap: () => number,
  seconds: number,
  askOne: AskOne,
): Promise<void> {
  const free = [...clients];
  const waiting: number[] = [];
  const start = (client: Client, due: number): void => {
    void askOne(client, due).then(() => {
      const next = waiting.shift();
      if (next === undefined) free.push(client);
      else start(client, next);
    });
  };
  await paced(seconds, gap, (due) => {
    const client = free.pop();
    if (client) start(client, due);
    else waiting.push(due);
  });
  await within(() => free.length === clients.length, DRAIN_SECONDS);
}
