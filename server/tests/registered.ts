import { createUser, login } from '@herenow/contract/accounts';
import { ok } from '@herenow/testing/encounters';
import { api, BERLIN, PASSWORD, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';

/** Opens an account with the API, as anybody can do again and again, and finishes the registration. */
export async function registered(
  app: TestApp,
  email: string,
  { at = BERLIN, dateOfBirth = '1990-01-01' } = {},
): Promise<Person> {
  const body = { email, password: PASSWORD, location: { type: 'Point' as const, coordinates: at } };
  ok(await api(app, createUser, { body }));
  const token = ok(await api(app, login, { body: { email, password: PASSWORD } })).text;
  const id = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub as string;
  await app.db
    .updateTable('users')
    .set({ registration_step: 6, email_validated: true, gender: 'Other', date_of_birth: dateOfBirth })
    .where('id', '=', id)
    .execute();
  const headers = { authorization: `Bearer ${token}` };
  return {
    id,
    name: email,
    email,
    token,
    headers,
    api: (call, input) => api(app, call, { ...input, token }),
  };
}
