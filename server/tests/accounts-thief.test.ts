import {
  listSessions,
  login,
  logout,
  revokeSession,
  updatePassword,
  validateToken,
} from '@herenow/contract/accounts';
import { api, PASSWORD, person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';

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
