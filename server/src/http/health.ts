import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../lib/log.ts';
import { sendRefusal, sendText } from './error-answers.ts';

const PATIENCE_MS = 2000;

/** Something the server works with; rejects or returns false while it cannot be reached. */
export type Check = () => Promise<unknown>;

export interface Health {
  /** From now on `/readyz` answers 503 and every connection closes with its next answer. */
  drain(): void;
  /** `/readyz` answers 503 while it is the bus alone that does not reach this node: others serve its people better. */
  cutOff(now: boolean): void;
}

/**
 * `/healthz`: the process lives. `/readyz`: 503 while it lacks what it cannot serve without, or is about to stop. What
 * it can do without for some time is only told: a load balancer that took every node away for it would make an outage
 * of a nuisance.
 */
export function serveHealth(
  http: FastifyInstance,
  { needs, uses }: { needs: Record<string, Check>; uses: Record<string, Check> },
): Health {
  let draining = false;
  let cutOff = false;

  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });

  http.get('/healthz', (_request, reply) => sendText(reply.header('cache-control', 'no-store'), 200, 'ok'));

  http.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (draining) return sendRefusal(reply, refusals.restarting);
    const [needed, used] = await Promise.all([failing(needs), failing(uses)]);
    const sentences = [...needed, ...used].map((name) => `The ${name} cannot be reached.`);
    return sendText(reply, needed.length > 0 || cutOff ? 503 : 200, sentences.join('\n') || 'ok');
  });

  return {
    drain() {
      draining = true;
    },
    cutOff(now) {
      cutOff = now;
    },
  };
}

/**
 * Says at the start what cannot be used. The server starts all the same: what it can do without for some time may come
 * later.
 */
export function tellOfAbsent(uses: Record<string, Check>, log: Log): void {
  for (const [name, check] of Object.entries(uses))
    check().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, `The ${name} cannot be used.`));
}

function reasonOf(error: unknown): string {
  const { message, name } = error instanceof Error ? error : new Error(String(error));
  return (message || name).split('\n')[0]!;
}

async function failing(checks: Record<string, Check>): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
  );
  return results.flat();
}

/** Asks at most once in `milliseconds`, and returns what came of it meanwhile. */
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return (await Promise.race([check(), late])) !== false;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
