/** The load generator's process: carries out each plan that its parent sends, and sends back a report. */
import { createRandom } from '@herenow/cast/random';
import { Client, type Dispatcher } from 'undici';
import type { LoadPlan, LoadReport } from './http-load.ts';
import { spreadOf } from './percentiles.ts';

function createMeasure(plan: LoadPlan) {
  const times: number[] = [];
  const failures: Record<string, number> = {};
  let bytes = 0;
  let turn = 0;

  /** Sends a request on a free connection; `since` is when it was due. */
  function ask(client: Client, since: number, done: () => void): void {
    const request = plan.requests[turn++ % plan.requests.length]!;
    let status = 0;
    const end = () => {
      times.push(performance.now() - since);
      if (status !== 200) failures[status] = (failures[status] ?? 0) + 1;
      done();
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, code) {
        status = code;
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
      },
      onResponseEnd: end,
      onResponseError() {
        status = 0;
        end();
      },
    };
    const { method, path, headers, body } = request;
    client.dispatch({ method, path, headers, body: body ?? null }, handler);
  }

  const report = (seconds: number): LoadReport => ({
    ...spreadOf(times),
    answers: times.length,
    seconds,
    bodyBytes: bytes / times.length,
    failures,
  });
  return { ask, report };
}

async function atOwnPace(plan: LoadPlan, clients: readonly Client[]): Promise<LoadReport> {
  const { ask, report } = createMeasure(plan);
  const began = performance.now();
  const until = began + plan.seconds * 1000;
  await Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve) => {
          const next = () => {
            const now = performance.now();
            if (now < until) ask(client, now, next);
            else resolve();
          };
          next();
        }),
    ),
  );
  return report((performance.now() - began) / 1000);
}

async function atRate(plan: LoadPlan, clients: readonly Client[], rate: number): Promise<LoadReport> {
  const { ask, report } = createMeasure(plan);
  const random = createRandom(1);
  const free = [...clients];
  const waiting: number[] = [];
  const began = performance.now();
  const until = began + plan.seconds * 1000;
  const gap = () => (-Math.log(1 - random.next()) * 1000) / rate;
  let due = began + gap();

  function hand(): void {
    while (free.length > 0 && waiting.length > 0) {
      const client = free.pop()!;
      ask(client, waiting.shift()!, () => {
        free.push(client);
        hand();
      });
    }
  }
  while (due < until || free.length < clients.length) {
    for (; due < until && due <= performance.now(); due += gap()) waiting.push(due);
    hand();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return report((performance.now() - began) / 1000);
}

async function measure(plan: LoadPlan): Promise<LoadReport> {
  const clients = Array.from({ length: plan.clients }, () => new Client(plan.origin, { pipelining: 1 }));
  try {
    return plan.rate === undefined ? await atOwnPace(plan, clients) : await atRate(plan, clients, plan.rate);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}

process.on('message', (plan: LoadPlan) => void measure(plan).then((report) => process.send!(report)));
