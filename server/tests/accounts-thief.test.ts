import {
  deleteUser,
  DEVICE_KEY_HEADER,
  forgotPassword,
  listSessions,
  login,
  logout,
  resetPassword,
  revokeSession,
  updatePassword,
  validateToken,
} from '@herenow/contract/accounts';
import { api, PASSWORD, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { describe, expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { mailedCode } from './mailed-codes.ts';

test('someone with a stolen session cannot keep its owner from ending it', async () => {
  await using app = await startApp({ rateLimits: true });
  app.clock.stop();
  const ada = await person(app, 'ada');
  const credentials = { email: ada.email, password: PASSWORD, appSource: 'web' };
  const { text: stolen } = await api(app, login, { body: credentials });
  const asThief = { token: stolen };

  const change = { userId: ada.id, newPassword: 'Another-2026' };
  const guess = () =>
    api(app, updatePassword, { ...asThief, body: { ...change, oldPassword: 'Wrong-2026' } });
  for (let n = 0; n < 12; n += 1) await guess();
  expect((await guess()).status).toBe(429);
  const end = () => api(app, revokeSession, { ...asThief, params: { sessionId: newId() } });
  for (let n = 0; n < 60; n += 1) await end();
  expect((await end()).status).toBe(429);

  const sessions = await ada.api(listSessions);
  expect(sessions.status).toBe(200);
  const other = sessions.json.find(({ current }) => !current)!;
  expect((await ada.api(updatePassword, { body: { ...change, oldPassword: PASSWORD } })).status).toBe(200);
  expect((await api(app, validateToken, asThief)).status).toBe(401);
  expect((await ada.api(revokeSession, { params: { sessionId: other.id } })).status).toBe(404);
  expect((await ada.api(logout)).status).toBe(200);
});

test('someone who knows the password can cause at most ten mails of each kind a day', async () => {
  await using app = await startApp({ rateLimits: true });
  app.clock.stop();
  const ada = await person(app, 'ada');
  const mails = (subject: string) => app.mailbox.list(ada.email).filter((mail) => mail.subject === subject);
  let password = PASSWORD;
  for (let n = 0; n < 13; n += 1) {
    const device = { headers: { 'user-agent': `device ${n}` } };
    const { text: token } = await api(app, login, { body: { email: ada.email, password }, ...device });
    const newPassword = `Password-${n}`;
    const body = { userId: ada.id, oldPassword: password, newPassword };
    expect((await api(app, updatePassword, { token, body })).status).toBe(200);
    password = newPassword;
  }
  await expect
    .poll(
      async () =>
        (await app.pool.query("SELECT FROM pgboss.job WHERE name = 'mail' AND state < 'completed'")).rowCount,
    )
    .toBe(0);
  expect(mails('New sign-in to your Herenow account')).toHaveLength(10);
  expect(mails('Your Herenow password was changed')).toHaveLength(10);
});

describe('the key of a device, after a new password,', () => {
  const NEW = 'Another-2026';
  const app = sharedApp({ rateLimits: true, trustProxy: true });
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const keyOf = ({ headers }: ApiAnswer) => headers.get(DEVICE_KEY_HEADER);
  const signIn = (email: string, password: string, device?: string, address = '203.0.113.1') =>
    api(app, login, { body: { email, password, device }, ...from(address) });

  /** Ada, who has signed in on two devices, and strangers who have used up the tries that all share. */
  async function owner() {
    const ada = await person(app, 'ada');
    const [phone, laptop] = [await signIn(ada.email, PASSWORD), await signIn(ada.email, PASSWORD)];
    for (let n = 0; n < 20; n += 1) await signIn(ada.email, 'Wrong-2026', undefined, `192.0.2.${n}`);
    return { ada, phone: keyOf(phone)!, laptop: { token: laptop.text, key: keyOf(laptop)! } };
  }

  let networks = 0;
  /** Whether a device with the key is admitted beyond the shared tries, and its sign-in is not mailed. */
  async function isKnown({ email }: Person, password: string, key: string): Promise<boolean> {
    const mails = async () => (await app.pool.query("SELECT FROM pgboss.job WHERE name = 'mail'")).rowCount;
    const before = (await mails())!;
    const address = `198.51.100.${(networks += 1)}`;
    const first = await signIn(email, password, key, address);
    const second = await signIn(email, password, key, address);
    const known = second.status === 200;
    // Where the shared tries are used up, each network has one turn a minute.
    expect([first.status, second.status]).toEqual([200, known ? 200 : 429]);
    expect(keyOf(first) === key).toBe(known);
    expect(await mails()).toBe(before + (known ? 0 : 1));
    return known;
  }

  test('is worth something only on the device that changed it, under a new form', async () => {
    const { ada, phone, laptop } = await owner();
    const body = { userId: ada.id, oldPassword: PASSWORD, newPassword: NEW, device: laptop.key };
    const changed = await api(app, updatePassword, { token: laptop.token, body });
    expect(changed.status).toBe(200);
    const next = keyOf(changed)!;
    // The same device: no change gives anybody further tries.
    expect([next === laptop.key, next.split('.')[0]]).toEqual([false, laptop.key.split('.')[0]]);
    expect(await isKnown(ada, NEW, next)).toBe(true);
    for (const stolen of [phone, laptop.key]) expect(await isKnown(ada, NEW, stolen)).toBe(false);
  });

  test('makes no device known that was not, if it changes the password', async () => {
    const { ada, laptop } = await owner();
    const change = (newPassword: string, oldPassword: string, device?: string) =>
      api(app, updatePassword, {
        token: laptop.token,
        body: { userId: ada.id, oldPassword, newPassword, device },
      });
    const changes = [await change(NEW, PASSWORD), await change(PASSWORD, NEW, laptop.key)];
    expect(changes.map(({ status }) => status)).toEqual([200, 200]);
    expect(changes.map(keyOf)).toEqual([null, null]);
  });

  test('is worth nothing on any device once it was reset', async () => {
    const { ada, phone, laptop } = await owner();
    const { email } = ada;
    expect((await api(app, forgotPassword, { body: { email, device: phone } })).status).toBe(200);
    const code = await mailedCode(app, ada, 3);
    const body = { email, code, password: NEW, device: phone };
    expect((await api(app, resetPassword, { body })).status).toBe(200);
    for (const key of [phone, laptop.key]) expect(await isKnown(ada, NEW, key)).toBe(false);
  });

  test('of a deleted account is worth nothing to the next one of that address', async () => {
    const { ada, phone } = await owner();
    expect((await ada.api(deleteUser, { params: { id: ada.id } })).status).toBe(200);
    const again = await person(app, 'ada', { email: ada.email });
    expect(keyOf(await signIn(again.email, PASSWORD, phone))).not.toBe(phone);
  });
});
