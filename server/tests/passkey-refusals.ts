import { login } from '@herenow/contract/accounts';
import { PASSKEYS } from '@herenow/contract/constants';
import { addPasskey, beginPasskey, beginPasskeyLogin, removePasskey } from '@herenow/contract/passkeys';
import type { Attestation } from '@herenow/contract/webauthn';
import * as refusals from '@herenow/contract/refusals';
import { ok } from '@herenow/testing/encounters';
import { addTestPasskey, createPasskey, NO_CHALLENGE } from '@herenow/testing/passkeys';
import { PASSWORD } from '@herenow/testing/people';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import { randomUUID } from 'node:crypto';
import type { Cast } from './authorisation-cast.ts';
import { refusal, type Refusal } from './reference-refusal.ts';

const secure = (app: TestApp, { ada }: Cast) => setUpSecondFactor(app, ada, app.clock.now());
async function withPasskey(app: TestApp, cast: Cast) {
  await secure(app, cast);
  return await addTestPasskey(app, cast.ada);
}
async function withMany(app: TestApp, cast: Cast): Promise<void> {
  await secure(app, cast);
  for (let n = 0; n < PASSKEYS; n += 1) await addTestPasskey(app, cast.ada);
}

/** A known passkey, attested again for a new challenge. */
const again = new WeakMap<Cast, Attestation>();
async function withTheSame(app: TestApp, cast: Cast): Promise<void> {
  const passkey = await withPasskey(app, cast);
  again.set(cast, passkey.make(ok(await cast.ada.api(beginPasskey, { body: { password: PASSWORD } })).json));
}

const unknown = () => createPasskey('https://herenow.example');
const credentials = ({ ada }: Cast) => ({ email: ada.email, password: PASSWORD });
const guessed = { password: 'Guessed-2026' };
const add = () => ({ body: { name: 'Key', credential: unknown().make(NO_CHALLENGE) } });

/** The refusals about passkeys that no row of the authorisation matrix covers. */
export const PASSKEY_REFUSALS: readonly Refusal[] = [
  refusal(login, 403, (cast) => ({ body: credentials(cast) }), {
    code: refusals.factorOrPasskeyRequired.code,
    arrange: withPasskey,
  }),
  refusal(login, 403, (cast) => ({ body: { ...credentials(cast), passkey: unknown().sign(NO_CHALLENGE) } }), {
    code: refusals.passkeyWrong.code,
    arrange: withPasskey,
  }),
  refusal(beginPasskeyLogin, 401, ({ ada }) => ({ body: { email: ada.email, ...guessed } })),
  refusal(beginPasskey, 403, () => ({ body: guessed })),
  refusal(beginPasskey, 409, () => ({ body: { password: PASSWORD } }), {
    code: refusals.passkeysFull.code,
    arrange: withMany,
  }),
  refusal(addPasskey, 400, add, { arrange: secure }),
  refusal(addPasskey, 409, add, { code: refusals.passkeysFull.code, arrange: withMany }),
  refusal(addPasskey, 409, (cast) => ({ body: { name: 'Key', credential: again.get(cast) } }), {
    code: refusals.passkeyKnown.code,
    arrange: withTheSame,
  }),
  refusal(removePasskey, 403, () => ({ params: { passkeyId: randomUUID() }, body: guessed })),
];
