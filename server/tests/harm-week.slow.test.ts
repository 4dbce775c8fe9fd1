import { HARD } from '@herenow/testing/effort';
import { eventually } from '@herenow/testing/eventually';
import { startPushService } from '@herenow/testing/push-service';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { DAY_MS } from '@herenow/contract/constants';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundOf, mostIn } from './harm-acts.ts';
import { round } from './harm-round.ts';
import { Week } from './harm-week.ts';

/** The share of every run is always the same one. */
const SEED = Number(process.env['SEED'] ?? (HARD ? Date.now() % 1_000_000 : 3));
/** Accounts older than a week count for more, and this is about those of one week. */
const LONGEST_MS = 7 * DAY_MS - 8 * 3_600_000;
const ROUNDS = HARD ? 60 : 6;
const PACE = {
  outbox: 100,
  presences: 100,
  chats: 100,
  photos: 100,
  accounts: 100,
  protections: 100,
  rights: 1000,
  jobs: 1000,
};

/** The most rows that a table holds once all is over and every sweep has run, and why; every other table is empty. */
const REMAINS: Readonly<Record<string, [rows: number, why: string]>> = {
  users: [6, 'the honest people'],
  photos: [6, 'theirs'],
  reports: [400, 'for good, naming nobody whose account is gone: a mailbox makes at most twenty a day'],
  reported_profiles: [400, 'what the profiles showed, until the reports are judged'],
  waiting_cases: [6, 'who has been reported, until it is judged'],
  secrets: [20, 'keys of the server'],
  nodes: [1, 'this node'],
  pulse_samples: [2000, 'what each node did in the last day'],
  pulse_moments: [2000, 'how many people were here in the last day'],
  web_assets: [2000, 'files of the client'],
  schema_migrations: [200, 'what was migrated'],
};

async function countRows({ pool }: TestApp): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema = 'public' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${name}"`);
    counts[name] = counted[0]!.n;
  }
  return counts;
}

test(
  `a week of one person with ten accounts against somebody goes as she decided (SEED=${SEED})`,
  async () => {
    await using service = await startPushService();
    const surroundings = { pushTransport: service.transport, pace: PACE };
    await using app = await startApp({ rateLimits: true, trustProxy: true, logLevel: 'error' }, surroundings);
    const week = await Week.begin(app, service.device());
    let lived = 0;
    for (const one of fc.sample(round, { seed: SEED, numRuns: ROUNDS })) {
      if (week.ms + one.minutes * 60_000 > LONGEST_MS) break;
      await week.live(one);
      lived += 1;
    }
    await week.checkPushes();
    expect(lived).toBeGreaterThan(ROUNDS / 4);
    for (const account of week.horde.all)
      for (const act of ['rename', 'report'] as const)
        expect(week.harm.done.get(boundOf(account, act)) ?? 0).toBeLessThanOrEqual(mostIn(act, week.ms));

    for (const what of ['pinned', 'blocked', 'kept apart', 'turned away'] as const)
      expect(week.happened[what], what).toBeGreaterThan(0);

    await week.end(100);
    await eventually(async () => {
      const counts = Object.entries(await countRows(app));
      expect(counts.filter(([name, rows]) => rows > (REMAINS[name]?.[0] ?? 0))).toEqual([]);
    });
    expect(app.logLines).toEqual([]);
  },
  2 * 3_600_000,
);
