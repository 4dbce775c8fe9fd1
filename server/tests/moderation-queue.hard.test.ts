import { getCase, getModerationSummary, listCases } from '@herenow/contract/moderation';
import { meet, ok } from '@herenow/testing/encounters';
import { people } from '@herenow/testing/people';
import { report } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

const CASES = 10_000;
const REPORTS_EACH = 3;
const TRIES = 200;

/** Inserts people with waiting reports; each reporter has made many. */
async function fillQueue(app: TestApp): Promise<void> {
  await app.pool.query(
    `INSERT INTO users (id, email, mailbox, password_hash, username, gender, date_of_birth, registration_step,
       email_validated, notification_settings, created_at, updated_at, last_active_at)
     SELECT gen_random_uuid(), 'p' || n || '@example.org', 'p' || n, 'none', 'person ' || n, 'They/Them', '1990-01-01', 6,
       true, '{}', now(), now(), now() FROM generate_series(1, $1) n`,
    [CASES],
  );
  await app.pool.query(
    `WITH people AS (SELECT id, row_number() OVER () AS n FROM users WHERE password_hash = 'none')
     INSERT INTO reports (id, reporter_id, reported_id, reason, created_at, updated_at)
     SELECT gen_random_uuid(), other.id, one.id,
       (ARRAY['Spam or fake account', 'Harassment or bullying', 'Inappropriate photos', 'Other'])[1 + (one.n + k) % 4],
       $2::timestamptz - one.n * interval '1 minute', $2::timestamptz
     FROM people one, generate_series(1, $1) k JOIN people other ON true
     WHERE other.n = 1 + (one.n + 37 * k) % 500`,
    [REPORTS_EACH, app.clock.now()],
  );
  await app.pool.query('ANALYZE');
}

/** Returns the median and the 99th percentile of a call's duration, in milliseconds. */
async function timesOf(call: () => Promise<unknown>): Promise<{ median: number; p99: number }> {
  const times = [];
  for (let count = 0; count < TRIES; count += 1) {
    const since = performance.now();
    await call();
    times.push(performance.now() - since);
  }
  times.sort((a, b) => a - b);
  return { median: times[TRIES / 2]!, p99: times[Math.floor(TRIES * 0.99) - 1]! };
}

test(
  'a queue of 10,000 cases stays quick, and a report of an underage person is on top of it',
  { timeout: 300_000 },
  async () => {
    await using app = await startApp();
    const [ada, bela, dana] = await people(app, 'ada', 'bela', 'dana');
    await makeOperator(app, dana);
    await fillQueue(app);
    await meet(app, bela, ada);
    await report(bela, ada, { reason: 'Underage user' });
    const first = ok(await dana.api(listCases)).json;
    expect(first[0]!.user.id).toBe(ada.id);
    expect(ok(await dana.api(getModerationSummary)).json).toMatchObject({ cases: CASES + 1, underage: 1 });

    const figures = {
      'the first page': await timesOf(() => dana.api(listCases, { query: { limit: 50 } })),
      'the next page': await timesOf(() =>
        dana.api(listCases, { query: { limit: 50, after: first.at(-1)!.user.id } }),
      ),
      'the counts': await timesOf(() => dana.api(getModerationSummary)),
      'a case': await timesOf(() => dana.api(getCase, { params: { userId: first[1]!.user.id } })),
    };
    for (const [what, { median, p99 }] of Object.entries(figures))
      process.stdout.write(
        `${what} among ${CASES} cases: ${median.toFixed(1)} ms in the middle, p99 ${p99.toFixed(1)} ms\n`,
      );
  },
);
