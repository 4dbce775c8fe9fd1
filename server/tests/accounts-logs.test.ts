import * as accounts from '@herenow/contract/accounts';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { api, PASSWORD } from '../testing/people.ts';
import { startApp } from '../testing/start-app.ts';

test('no log line carries a token, an email, a password, a code or a position', async () => {
  await using app = await startApp({ logLevel: 'trace' });
  const email = 'ada.lovelace@example.org';
  const coordinates: [number, number] = [13.4049537, 52.5200066];
  const location = { type: 'Point' as const, coordinates };
  await api(app, accounts.createUser, { body: { email, password: PASSWORD, location } });
  await api(app, accounts.createUser, { body: { email, password: PASSWORD, location } });
  await api(app, accounts.login, { body: { email, password: 'Wrong-2026' } });
  const token = (await api(app, accounts.login, { body: { email, password: PASSWORD } })).text;
  const id = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub;
  await api(app, updateLocation, { params: { id }, body: location, token });
  const cell = (await app.pool.query('SELECT cell FROM users')).rows[0].cell;
  const centre = (await api(app, getUser, { params: { id }, token })).json.location.coordinates;
  await app.pool.query('UPDATE users SET registration_step = 5');
  await api(app, accounts.sendVerificationCode, { body: { userId: id, email }, token });
  await api(app, accounts.forgotPassword, { body: { email } });
  await expect.poll(() => app.mailbox.list(email), { timeout: 10_000 }).toHaveLength(2);
  const codes = app.mailbox.list(email).map(({ text }) => /\b\d{6}\b/.exec(text)![0]);
  await api(app, accounts.verifyCode, { body: { userId: id, code: codes[0]! }, token });
  await api(app, accounts.resetPassword, { body: { code: codes[0]!, password: 'Another-2026', email } });
  // A fault: its error is logged whole.
  await app.pool.query('ALTER TABLE sessions RENAME COLUMN device TO gone');
  const fault = await api(app, accounts.login, { body: { email, password: PASSWORD } });
  const other = await api(app, accounts.login, { body: { email, password: 'Another-2026' } });
  expect([fault.status, other.status]).toContain(500);

  const lines = app.logLines.join('');
  expect(lines).toContain('request failed');
  const secrets = [
    token,
    token.split('.')[2]!,
    email,
    'ada.lovelace',
    PASSWORD,
    'Another-2026',
    'Wrong-2026',
  ];
  const places = [...coordinates, ...centre].map((degrees: number) => String(degrees).slice(0, 8));
  for (const secret of [...secrets, ...places, cell, ...codes]) expect(lines).not.toContain(secret);
});
