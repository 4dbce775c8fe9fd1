import {
  beginSecondFactor,
  confirmSecondFactor,
  mailSecondFactorCode,
} from '@herenow/contract/second-factor';
import { Secret, TOTP } from 'otpauth';
import { readOperatorCommand } from '../../server/src/features/moderation/index.ts';
import { ok } from './encounters.ts';
import { api, PASSWORD, person, type Person } from './people.ts';
import { mailedCode } from './public-person.ts';
import type { TestApp } from './start-app.ts';

/** The secret in an authenticator app, and the recovery codes: those not used up yet, for tests that use up some. */
export interface Authenticator {
  codeAt(now: Date): string;
  recoveryCodes: string[];
}

/** The codes of a secret, as an authenticator app shows them. */
export function codesOf(secret: string): Authenticator['codeAt'] {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (now) => totp.generate({ timestamp: now.getTime() });
}

/** A signed-in user. */
type Owner = { email: string; token: string };

/** The code that was mailed for a setup of two-step sign-in. */
export const setupCode = ({ url }: { url: string }, { email }: { email: string }): Promise<string> =>
  mailedCode(url, email, /code for two-step sign-in$/);

/** Begins to set up two-step sign-in with the mailed code. Returns the secret for the app. */
export async function beginSetup(server: { url: string }, owner: Owner): Promise<string> {
  const { token } = owner;
  ok(await api(server, mailSecondFactorCode, { body: { password: PASSWORD }, token }));
  const body = { password: PASSWORD, code: await setupCode(server, owner) };
  return ok(await api(server, beginSecondFactor, { body, token })).json.secret;
}

/** Turns on two-step sign-in for a signed-in user; uses up the code of `now` and signs out other devices. */
export async function setUpSecondFactor(
  server: { url: string },
  owner: Owner,
  now: Date,
): Promise<Authenticator> {
  const { token } = owner;
  const codeAt = codesOf(await beginSetup(server, owner));
  const confirmed = ok(await api(server, confirmSecondFactor, { body: { code: codeAt(now) }, token }));
  return { codeAt, recoveryCodes: confirmed.json.recoveryCodes };
}

/** Makes a user an operator, with the second factor that the desk requires. */
export async function makeOperator(app: TestApp, person: Person): Promise<Authenticator> {
  await readOperatorCommand(['add', person.email])!(app.db, app.clock.now());
  return await setUpSecondFactor(app, person, app.clock.now());
}

/** Makes a new user who is an operator. */
export async function newOperator(app: TestApp, name: string): Promise<Person> {
  const one = await person(app, name);
  await makeOperator(app, one);
  return one;
}
