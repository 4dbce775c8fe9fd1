import type { FastifyInstance } from 'fastify';
import { sendText } from './errors.ts';

const PATIENCE_MS = 2000;

/** Something the server cannot do without; rejects or answers false while it cannot be reached. */
export type Check = () => Promise<unknown>;

/** `/healthz`: the process lives. `/readyz`: it can also serve, else 503 with what it cannot reach. */
export function serveHealth(http: FastifyInstance, checks: Record<string, Check>): void {
  http.get('/healthz', (_request, reply) => sendText(reply.header('cache-control', 'no-store'), 200, 'ok'));

  http.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name])),
    );
    const failing = results.flat();
    if (failing.length === 0) return sendText(reply, 200, 'ok');
    return sendText(reply, 503, failing.map((name) => `The ${name} cannot be reached.`).join('\n'));
  });
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
