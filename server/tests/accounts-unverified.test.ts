import {
  createUser,
  forgotPassword,
  login,
  resetPassword,
  sendVerificationCode,
  updatePassword,
  validateToken,
} from '@herenow/contract/accounts';
import { DAY_MS, RESEND_SECONDS } from '@herenow/contract/constants';
import { updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { mailSecondFactorCode } from '@herenow/contract/second-factor';
import { ok, recordOf, stayingSignedIn } from '@herenow/testing/encounters';
import { api, BERLIN, PASSWORD, people, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { plus } from '../src/lib/clock.ts';

const app = sharedApp({ rateLimits: true });

/** Makes a user with another person's address, who comes as far as is possible without its mails. */
const stranger = (email: string) => person(app, 'stranger', { email, step: 5 });
const mails = (email: string) => app.mailbox.list(email);
const codeIn = (email: string) => /\b\d{6}\b/.exec(mails(email)[0]?.subject ?? '')?.[0] ?? '';

test('the owner of a mistyped address gets codes, and no mails about the account', async () => {
  const ada = await stranger('typed@example.org');
  const signIn = (password: string, device: string) =>
    fetch(new URL(login.path, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': device },
      body: JSON.stringify({ email: ada.email, password }),
    });
  for (let n = 0; n < 5; n += 1) expect((await signIn(PASSWORD, `robot ${n}`)).status).toBe(200);
  const passwords = { oldPassword: PASSWORD, newPassword: 'Another-2026' };
  ok(await ada.api(updatePassword, { body: { userId: ada.id, ...passwords } }));
  ok(await ada.api(sendVerificationCode, { body: { userId: ada.id } }));
  const { rowCount } = await app.pool.query(
    `SELECT FROM pgboss.job WHERE name = 'mail' AND data ->> 'userId' = $1`,
    [ada.id],
  );
  expect(rowCount).toBe(1);
  await expect.poll(() => codeIn(ada.email)).not.toBe('');
});

test('a mailbox is not flooded with codes, however many accounts are opened for it', async () => {
  const all = await Promise.all([1, 2, 3].map((n) => stranger(`flooded+${n}@example.org`)));
  const ask = (who: Person) => who.api(sendVerificationCode, { body: { userId: who.id } });
  let sent = 0;
  for (let time = 0; time < 10; time += 1) {
    for (const { status } of await Promise.all(all.map(ask))) sent += Number(status === 200);
    app.clock.moveBy(RESEND_SECONDS * 1000);
  }
  expect(sent).toBe(20);
  const other = await stranger('not.flooded@example.org');
  ok(await ask(other));
});

test('first codes for new accounts of a mailbox are limited, and a user who asks again still gets one', async () => {
  const finish = async (email: string) => {
    const one = await person(app, 'stranger', { email, step: 4, photos: 1 });
    const { photos } = await recordOf(one);
    const body = { id: one.id, photos: photos.map(({ id }) => ({ id })), registrationStep: 5 };
    expect(ok(await one.api(updateUser, { body: body as never })).json.registrationStep).toBe(5);
    return one;
  };
  const first = await finish('bombed@example.org');
  await expect.poll(() => codeIn(first.email)).not.toBe('');
  const { rowCount } = await app.pool.query(
    `UPDATE rate_limits SET points = 1000000 WHERE key LIKE 'firstCode%'`,
  );
  expect(rowCount).toBe(1);
  const more = await finish('bombed+1@example.org');
  const { rows } = await app.pool.query('SELECT FROM codes WHERE user_id = $1', [more.id]);
  expect(rows).toEqual([]);
  ok(await more.api(sendVerificationCode, { body: { userId: more.id } }));
  await expect.poll(() => codeIn(more.email)).not.toBe('');
  const other = await finish('not.bombed@example.org');
  await expect.poll(() => codeIn(other.email)).not.toBe('');
});

test('no second factor can keep the owner of an address out of an account that a stranger opened for it', async () => {
  const squatter = await stranger('owned@example.org');
  const begun = await squatter.api(mailSecondFactorCode, { body: { password: PASSWORD } });
  expect(begun).toMatchObject({ status: 400, text: refusals.verifyFirst.text });
  const { email } = squatter;
  ok(await api(app, forgotPassword, { body: { email } }));
  await expect.poll(() => mails(email).length).toBe(1);
  const password = 'The-owner-2026';
  ok(await api(app, resetPassword, { body: { email, code: codeIn(email), password } }));
  expect((await api(app, login, { body: { email, password } })).status).toBe(200);
  expect((await squatter.api(validateToken)).status).toBe(401);
});

test('an account whose email was never verified is deleted after 30 days without use', async () => {
  await using own = await startApp();
  const unused = await person(own, 'unused', { step: 5 });
  const used = await person(own, 'used', { step: 5 });
  const verified = await person(own, 'verified');
  const left = async () => {
    await own.accounts.unverified.sweep();
    const rows = await own.db.selectFrom('users').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  own.clock.moveBy(29 * DAY_MS);
  // With a token that has expired and is renewed, as on each visit.
  ok(await stayingSignedIn(own, used).api(validateToken));
  expect(await left()).toEqual([unused.id, used.id, verified.id].toSorted());
  own.clock.moveBy(DAY_MS);
  expect(await left()).toEqual([used.id, verified.id].toSorted());
  const body = {
    email: unused.email,
    password: PASSWORD,
    location: { type: 'Point' as const, coordinates: BERLIN },
  };
  ok(await api(own, createUser, { body }));
});

test('a failing deletion or suspension does not hold up others, nor the clean-up of sessions and codes', async () => {
  await using own = await startApp();
  const unused = await Promise.all(
    ['stuck', 'first', 'second'].map((name) => person(own, name, { step: 5 })),
  );
  const suspended = await people(own, 'kept out', 'let in');
  const now = own.clock.now();
  await own.db
    .updateTable('users')
    .set({ suspended_at: now, suspended_until: plus(now, DAY_MS) })
    .where(
      'id',
      'in',
      suspended.map(({ id }) => id),
    )
    .execute();
  await own.pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'it fails'; END $$;
    CREATE TRIGGER never_deleted BEFORE DELETE ON users FOR EACH ROW
      WHEN (OLD.id = '${unused[0]!.id}') EXECUTE FUNCTION fail();
    CREATE TRIGGER never_let_in BEFORE UPDATE ON users FOR EACH ROW
      WHEN (OLD.id = '${suspended[0]!.id}') EXECUTE FUNCTION fail();`);
  own.clock.moveBy(30 * DAY_MS);
  await expect(own.accounts.sweep()).rejects.toThrow('Some accounts could not be swept.');
  await expect(own.accounts.unverified.sweep()).rejects.toThrow('Some accounts could not be deleted.');
  const rows = await own.db.selectFrom('users').select(['id', 'suspended_at']).orderBy('id').execute();
  expect(rows.map(({ id }) => id)).toEqual([unused[0]!, ...suspended].map(({ id }) => id).toSorted());
  expect(rows.filter((row) => row.suspended_at).map(({ id }) => id)).toEqual([suspended[0]!.id]);
  for (const table of ['sessions', 'codes'])
    expect((await sql`SELECT FROM ${sql.table(table)}`.execute(own.db)).rows, table).toEqual([]);
});

/** Returns the deletions that wait for a locked row. */
const deletions = async ({ pool }: TestApp) =>
  (
    await pool.query(`SELECT pid, query_start FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).rows;

test('codes and sessions are cleaned up while accounts are deleted, of which there may be thousands', async () => {
  await using own = await startApp({}, { pace: { accounts: 50 } });
  const [unused, ada] = [await person(own, 'unused', { step: 5 }), await person(own, 'ada')];
  const holder = await own.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [unused.id]);
    own.clock.moveBy(30 * DAY_MS);
    await expect.poll(() => deletions(own)).toHaveLength(1);
    const [begun] = await deletions(own);
    await own.pool.query(
      `INSERT INTO codes (id, user_id, purpose, code_hash, client_hash, created_at, expires_at)
       VALUES ($1, $1, 'reset', '', '', $2, $2)`,
      [ada.id, own.clock.now()],
    );
    await expect.poll(async () => (await own.pool.query('SELECT FROM codes')).rowCount).toBe(0);
    expect(await deletions(own)).toEqual([begun]);
  } finally {
    holder.release(true);
  }
});
