import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance } from 'fastify';
import { inTime } from '../lib/in-time.ts';
import type { Log } from '../lib/log.ts';
import { sendRefusal, sendText } from './error-answers.ts';

const PATIENCE_MS = 2000;

/** Checks something the server depends on; rejects or returns false while it is unreachable. */
export type Check = () => Promise<unknown>;

export type Health = ReturnType<typeof serveHealth>;

/**
 * Serves `/healthz`, which says that the process is alive, and `/readyz`, which responds with 503 while the server
 * lacks something essential or is about to stop. What it can do without for some time is only reported: removing every
 * node for that would turn a nuisance into an outage.
 */
export function serveHealth(
  http: FastifyInstance,
  { needs, uses }: { needs: Record<string, Check>; uses: Record<string, Check> },
) {
  let draining = false;
  let cutOff = false;
  const needed = failingOf(needs);
  const used = failingOf(uses);

  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });

  http.get('/healthz', (_request, reply) => sendText(reply, 200, 'ok'));

  http.get('/readyz', async (_request, reply) => {
    if (draining) return sendRefusal(reply, refusals.restarting);
    const [failing, missed] = await Promise.all([needed(), used()]);
    const sentences = [...failing, ...missed].map((name) => `The ${name} cannot be reached.`);
    if (cutOff) sentences.push('The message bus reaches other nodes, but not this one.');
    return sendText(reply, failing.length > 0 || cutOff ? 503 : 200, sentences.join('\n') || 'ok');
  });

  return {
    /** Makes `/readyz` respond with 503 and every connection close after its next response. */
    drain(): void {
      draining = true;
    },
    /**
     * Makes `/readyz` respond with 503 while only this node has lost the bus, since other nodes serve its users better.
     */
    cutOff(now: boolean): void {
      cutOff = now;
    },
    /** Returns what the server can do without for some time, and whether it can be reached. */
    async reached(): Promise<[name: string, reached: boolean][]> {
      const missed = await used();
      return Object.keys(uses).map((name) => [name, !missed.includes(name)]);
    },
  };
}

/** Logs at the start what is unavailable. The server starts anyway, since it can do without these for some time. */
export function tellOfAbsent(uses: Record<string, Check>, log: Log): void {
  for (const [name, check] of Object.entries(uses))
    check().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, `The ${name} cannot be used.`));
}

function reasonOf(error: unknown): string {
  const { message, name } = error instanceof Error ? error : new Error(String(error));
  return (message || name).split('\n')[0]!;
}

/** Returns a function that names the checks that fail. Concurrent calls share one round, as the route is public. */
function failingOf(checks: Record<string, Check>): () => Promise<string[]> {
  let round: Promise<string[]> | undefined;
  async function look(): Promise<string[]> {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
    );
    round = undefined;
    return results.flat();
  }
  return () => (round ??= look());
}

/** Runs the check at most once per `milliseconds`, and returns the last result in between. */
export function seldom(milliseconds: number, check: Check): Check {
  let asked: { at: number; answer: Promise<unknown> } | undefined;
  return () => {
    const now = performance.now();
    if (!asked || now - asked.at > milliseconds) {
      asked = { at: now, answer: check() };
      asked.answer.catch(() => {});
    }
    return asked.answer;
  };
}

async function passes(check: Check): Promise<boolean> {
  try {
    return (await inTime(PATIENCE_MS, check(), () => false)) !== false;
  } catch {
    return false;
  }
}
