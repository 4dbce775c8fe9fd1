import { startCluster, type Cluster } from '@herenow/testing/cluster';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openLines } from './faults/lines.ts';
import { listFaults, type Fault } from './faults/list.ts';
import { createSenders, type Senders, type Sent } from './faults/senders.ts';
import { ensureWebBuilt } from './web-build.ts';

/**
 * Sends 200 messages a second through HAProxy to three nodes, causes one fault after another, and prints what became of
 * the messages. A message is lost if it was acknowledged but is not stored, doubled if it is stored twice, and misdated
 * if its time is not that of its sending. A request has failed if it did not get a 200; it is not repeated. The last
 * column is the longest time a closed socket took to come back, counted from its first attempt. An argument selects the
 * faults whose names contain it. Exits with 1 if a fault affected what it should spare.
 */
const BACK_LIMIT_MS = 60_000;
const AGAIN_MS = 250;

await ensureWebBuilt();
await tryAll();
process.exit();

async function tryAll(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const lines = stack.use(openLines());
  const starting = startCluster({ between: lines.between, breakable: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void breakOff(starting, stack));
  const cluster = stack.use(await starting);
  const admin = new pg.Pool({ connectionString: cluster.adminUrl, max: 2 });
  // The faults break its connections, too.
  admin.on('error', () => {});
  stack.defer(() => admin.end());
  const senders = await createSenders(cluster.baseURL);
  stack.defer(() => senders.end());
  const things = { cluster, lines: lines.nodes, admin };
  console.log(
    '| what fails | sent | lost | doubled | misdated | failed | sockets closed, by code | back after |\n' +
      '|---|---:|---:|---:|---:|---:|---|---:|',
  );
  for (const fault of listFaults(things).filter(({ name }) => name.includes(process.argv[2] ?? '')))
    await report(fault, { ...things, senders });
}

/** Leaves no process and no disk behind. */
async function breakOff(starting: Promise<Cluster>, stack: AsyncDisposableStack): Promise<void> {
  await starting.catch(() => {});
  await stack.disposeAsync();
  process.exit(1);
}

interface Running {
  cluster: Cluster;
  admin: pg.Pool;
  senders: Senders;
}

async function report({ name, run, spares }: Fault, { cluster, admin, senders }: Running): Promise<void> {
  const over = await senders.refresh();
  await senders.spread();
  const { sent, acknowledged, misdated, failures, closes, reopened } = await senders.sendDuring(run);
  const { lost, doubled } = await compare(admin, acknowledged);
  const failed = sent - acknowledged.length;
  const codes = Object.entries(Object.groupBy(closes, String)).map(
    ([code, all]) => `${all!.length} × ${code}`,
  );
  const longest = reopened.length > 0 ? `${(Math.max(...reopened) / 1000).toFixed(1)} s` : '';
  console.log(`| ${[name, sent, lost, doubled, misdated, failed, codes.join(', '), longest].join(' | ')} |`);
  const ended = cluster.endedNodes();
  const wrong = [
    lost + doubled + misdated > 0 && 'not every message is there once, with its time',
    failed > 0 && spares.includes('requests') && `requests failed: ${listed(failures)}`,
    closes.length > 0 && spares.includes('sockets') && 'sockets were closed',
    ended.length > 0 && `nodes ended: ${ended.map((node) => node + 1).join(', ')}`,
    over + (await senders.refresh()) > 0 && 'somebody was signed out',
  ].filter((one) => one !== false);
  if (wrong.length === 0) return;
  process.exitCode = 1;
  for (const one of wrong) console.error(`${name}: ${one}`);
  console.error(cluster.output());
}

async function compare(
  admin: pg.Pool,
  acknowledged: readonly string[],
): Promise<{ lost: number; doubled: number }> {
  const { rows } = await patiently(() =>
    admin.query<{ content: string; times: string }>(
      'SELECT content, count(*) AS times FROM messages WHERE content = ANY($1) GROUP BY 1',
      [acknowledged],
    ),
  );
  const doubled = rows.filter(({ times }) => Number(times) > 1).length;
  return { lost: acknowledged.length - rows.length, doubled };
}

/** Retries for up to a minute, since the database may still be recovering. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const giveUpAt = performance.now() + BACK_LIMIT_MS; ; await delay(AGAIN_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
  }
}

function listed(failures: Sent['failures']): string {
  return Object.entries(failures)
    .map(([reason, times]) => `${times} × ${reason}`)
    .join(', ');
}
