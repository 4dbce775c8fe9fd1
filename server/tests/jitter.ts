import type pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';

const MOST_MS = 5;

interface Wire {
  write(...sent: unknown[]): boolean;
}

/**
 * While something runs, what is sent to the database is late by a random time, in order per connection: transactions
 * interleave in any way.
 */
export function jitter(pool: pg.Pool): { during<T>(run: () => Promise<T>): Promise<T> } {
  let running = 0;

  function slow(client: pg.PoolClient): void {
    const { stream } = (client as unknown as { connection: { stream: Wire } }).connection;
    const write = stream.write.bind(stream);
    let waiting = 0;
    let last: Promise<unknown> = Promise.resolve();
    stream.write = (...sent) => {
      if (running === 0 && waiting === 0) return write(...sent);
      waiting += 1;
      last = last
        .then(() => delay(Math.random() * MOST_MS))
        .then(() => write(...sent))
        .finally(() => (waiting -= 1));
      return true;
    };
  }

  const { _clients: clients } = pool as unknown as { _clients: pg.PoolClient[] };
  for (const client of clients) slow(client);
  pool.on('connect', slow);
  return {
    async during(run) {
      running += 1;
      try {
        return await run();
      } finally {
        running -= 1;
      }
    },
  };
}
