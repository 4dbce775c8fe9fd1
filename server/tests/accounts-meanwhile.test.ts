import { login, logout, updatePassword } from '@herenow/contract/accounts';
import { api, PASSWORD, PASSWORD_COST, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { whileLocked } from './while-locked.ts';

const app = sharedApp();

const LOCK = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
/**
 * Returns the result of a call during which the account's row changes, between the password check and the next step.
 */
async function meanwhile<T>({ id }: Person, change: string, values: unknown[], call: () => Promise<T>) {
  const { answer, waited } = await whileLocked(app, { lock: LOCK, change, values: [id, ...values] }, call);
  expect(waited).toBe(true);
  return answer;
}

const sessionsOf = async ({ id }: Person) =>
  (await app.pool.query('SELECT FROM sessions WHERE user_id = $1', [id])).rowCount;

const SET_PASSWORD = 'UPDATE users SET password_hash = $2 WHERE id = $1';
const otherHash = () => hash('Another1password', PASSWORD_COST);

test('a password that changes during a sign-in ends that sign-in', async () => {
  const ada = await person(app, 'ada');
  const before = await sessionsOf(ada);
  const signIn = () => api(app, login, { body: { email: ada.email, password: PASSWORD } });
  const answer = await meanwhile(ada, SET_PASSWORD, [await otherHash()], signIn);
  expect([answer.status, answer.text]).toEqual([401, 'Email or password incorrect']);
  expect(await sessionsOf(ada)).toBe(before);
});

test('a sign-in fails if the account is suspended meanwhile', async () => {
  const ada = await person(app, 'ada');
  const signIn = () => api(app, login, { body: { email: ada.email, password: PASSWORD } });
  const suspend = 'UPDATE users SET suspended_at = $2 WHERE id = $1';
  const answer = await meanwhile(ada, suspend, [app.clock.now()], signIn);
  expect(answer.status).toBe(403);
});

test('of two concurrent password changes, the later one is told that the old password is wrong', async () => {
  const ada = await person(app, 'ada');
  const changed = await otherHash();
  const body = { userId: ada.id, username: ada.email, oldPassword: PASSWORD, newPassword: 'Third1password' };
  const answer = await meanwhile(ada, SET_PASSWORD, [changed], () => ada.api(updatePassword, { body }));
  expect([answer.status, answer.text]).toEqual([403, 'Old password is incorrect']);
  const { rows } = await app.pool.query('SELECT password_hash FROM users WHERE id = $1', [ada.id]);
  expect(rows).toEqual([{ password_hash: changed }]);
});

test('a sign-out succeeds if the session ends elsewhere meanwhile', async () => {
  const ada = await person(app, 'ada');
  const lock = 'SELECT FROM sessions WHERE user_id = $1 FOR UPDATE';
  const change = 'UPDATE sessions SET ended_at = last_used_at WHERE user_id = $1';
  const { answer } = await whileLocked(app, { lock, change, values: [ada.id] }, () => ada.api(logout));
  expect(answer.status).toBe(200);
});
