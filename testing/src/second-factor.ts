import { beginSecondFactor, confirmSecondFactor } from '@herenow/contract/second-factor';
import { Secret, TOTP } from 'otpauth';
import { readOperatorCommand } from '../../server/src/features/moderation/index.ts';
import { ok } from './encounters.ts';
import { api, PASSWORD, person, type Person } from './people.ts';
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

/** Turns on two-step sign-in for a signed-in user; uses up the code of `now` and signs out other devices. */
export async function setUpSecondFactor(
  server: { url: string },
  { token }: { token: string },
  now: Date,
): Promise<Authenticator> {
  const begun = ok(await api(server, beginSecondFactor, { body: { password: PASSWORD }, token }));
  const codeAt = codesOf(begun.json.secret);
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
