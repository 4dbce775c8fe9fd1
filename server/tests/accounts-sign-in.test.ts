import * as accounts from '@herenow/contract/accounts';
import { expect, test } from 'vitest';
import { api, BERLIN, PASSWORD, person } from '../testing/people.ts';
import { startApp } from '../testing/start-app.ts';

test('a person registers and signs in', async () => {
  await using app = await startApp();
  const body = { email: ' Ada@Example.org ', password: PASSWORD, location: { coordinates: BERLIN } };
  expect(await api(app, accounts.createUser, { body: body as never })).toMatchObject({
    status: 200,
    text: '',
  });
  const login = await api(app, accounts.login, { body: { email: 'ada@example.org', password: PASSWORD } });
  expect(login.status).toBe(200);
  expect(await api(app, accounts.validateToken, { token: login.text })).toMatchObject({ status: 200 });
  const bela = await person(app, 'bela');
  expect(await bela.api(accounts.validateToken)).toMatchObject({ status: 200 });
  expect(await bela.api(accounts.logout)).toMatchObject({ status: 200 });
  expect(await bela.api(accounts.validateToken)).toMatchObject({ status: 401 });
});
