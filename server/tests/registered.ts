import { createUser, login, sendVerificationCode, verifyCode } from '@herenow/contract/accounts';
import { STEP } from '@herenow/contract/constants';
import { claimsOf } from '@herenow/testing/claims';
import { ok } from '@herenow/testing/encounters';
import { api, BERLIN, PASSWORD, withToken, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { expect } from 'vitest';

/** Opens an account with the API, as anybody can for any address, up to the verification. */
export async function opened(
  app: TestApp,
  email: string,
  { at = BERLIN, dateOfBirth = '1990-01-01' } = {},
): Promise<Person> {
  const body = { email, password: PASSWORD, location: { type: 'Point' as const, coordinates: at } };
  ok(await api(app, createUser, { body }));
  const token = ok(await api(app, login, { body: { email, password: PASSWORD } })).text;
  const id = claimsOf(token).sub;
  await app.db
    .updateTable('users')
    .set({ registration_step: STEP.photos, gender: 'Other', date_of_birth: dateOfBirth })
    .where('id', '=', id)
    .execute();
  return withToken(app, { id, name: email, email }, token);
}

/** Verifies the email of an account, which takes reading its mail. */
export async function verify(app: TestApp, one: Person): Promise<void> {
  // An earlier account of the address may have been deleted a moment ago, which is mailed, too.
  const codes = () =>
    app.mailbox.list(one.email).flatMap(({ subject }) => /^\d{6}\b/.exec(subject)?.[0] ?? []);
  const before = codes().length;
  ok(await one.api(sendVerificationCode, { body: { userId: one.id } }));
  await expect.poll(() => codes().length).toBeGreaterThan(before);
  const [code = ''] = codes();
  ok(await one.api(verifyCode, { body: { userId: one.id, code } }));
}

/** Opens an account and finishes the registration. */
export async function registered(
  app: TestApp,
  email: string,
  more?: Parameters<typeof opened>[2],
): Promise<Person> {
  const one = await opened(app, email, more);
  await verify(app, one);
  return one;
}
