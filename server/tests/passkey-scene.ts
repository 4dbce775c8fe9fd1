import { login } from '@herenow/contract/accounts';
import { beginPasskey, beginPasskeyLogin } from '@herenow/contract/passkeys';
import type { Assertion } from '@herenow/contract/webauthn';
import * as refusals from '@herenow/contract/refusals';
import { ok } from '@herenow/testing/encounters';
import { addTestPasskey, type TestPasskey } from '@herenow/testing/passkeys';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { setUpSecondFactor, type Authenticator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import type { TestApp } from '@herenow/testing/start-app';
import { beforeEach } from 'vitest';

export const ORIGIN = 'https://herenow.example';
/** Another origin whose pages the server accepts. */
export const ELSEWHERE = 'https://app.herenow.example';
export const MINUTE = 60_000;
/** The response to a passkey that does not sign in. */
export const WRONG = { status: 403, text: refusals.passkeyWrong.text };

/**
 * Sets up an app for the tests of a file, before each test with ada, who has an authenticator app and a passkey, and
 * her actions.
 */
export function passkeyScene() {
  const app = sharedApp({ rateLimits: true, publicUrl: ORIGIN, allowedOrigins: [ELSEWHERE] });
  let ada: Person;
  let phone: Authenticator;
  let laptop: TestPasskey;
  beforeEach(async () => {
    await app.pool.query('DELETE FROM rate_limits');
    ada = await person(app, 'ada');
    phone = await setUpSecondFactor(app, ada, app.clock.now());
    laptop = await addTestPasskey(app, ada, phone);
  });

  const credentials = (who = ada, password = PASSWORD) => ({ email: who.email, password });
  const ask = (who = ada, password = PASSWORD) =>
    api(app, beginPasskeyLogin, { body: credentials(who, password) });

  return {
    app,
    get ada() {
      return ada;
    },
    get phone() {
      return phone;
    },
    get laptop() {
      return laptop;
    },
    credentials,
    /** Requests a challenge to sign in with. */
    ask,
    challenge: async (who = ada) => ok(await ask(who)).json,
    /** Signs in with a passkey. */
    enter: (passkey: Assertion, who = ada, password = PASSWORD) =>
      api(app, login, { body: { ...credentials(who, password), passkey } }),
    /** Begins to add a passkey; uses up a recovery code. */
    begin: async (who = ada, { recoveryCodes } = phone) =>
      ok(await who.api(beginPasskey, { body: { password: PASSWORD, code: recoveryCodes.shift()! } })).json,
    /** Returns the subjects of ada's mails. */
    subjects: () => app.mailbox.list(ada.email).map(({ subject }) => subject),
  };
}

/** Gives a user passkeys: rows that nobody can sign with. */
export async function fillPasskeys({ pool }: TestApp, { id }: { id: string }, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), '', 0, '{}', 'Key', now() FROM generate_series(1, $2)`,
    [id, count],
  );
}
