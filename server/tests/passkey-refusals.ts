import { login } from '@herenow/contract/accounts';
import { PASSKEYS } from '@herenow/contract/constants';
import { addPasskey, beginPasskey, beginPasskeyLogin, removePasskey } from '@herenow/contract/passkeys';
import type { Attestation } from '@herenow/contract/webauthn';
import * as refusals from '@herenow/contract/refusals';
import { ok } from '@herenow/testing/encounters';
import { addTestPasskey, createPasskey, NO_CHALLENGE } from '@herenow/testing/passkeys';
import { PASSWORD } from '@herenow/testing/people';
import { setUpSecondFactor, type Authenticator } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import { randomUUID } from 'node:crypto';
import type { Cast } from './authorisation-cast.ts';
import { fillPasskeys } from './passkey-scene.ts';
import { refusal, type Refusal } from './reference-refusal.ts';

/** The authenticator apps of those who have set up two-step sign-in. */
const phones = new WeakMap<Cast, Authenticator>();
async function secure(app: TestApp, cast: Cast): Promise<Authenticator> {
  const phone = await setUpSecondFactor(app, cast.ada, app.clock.now());
  phones.set(cast, phone);
  return phone;
}
const withPasskey = async (app: TestApp, cast: Cast) =>
  await addTestPasskey(app, cast.ada, await secure(app, cast));
async function withMany(app: TestApp, cast: Cast): Promise<void> {
  await secure(app, cast);
  await fillPasskeys(app, cast.ada, PASSKEYS);
}
const proof = (cast: Cast) => ({ password: PASSWORD, code: phones.get(cast)!.recoveryCodes[0]! });

/** A known passkey, attested again for a new challenge. */
const again = new WeakMap<Cast, Attestation>();
async function withTheSame(app: TestApp, cast: Cast): Promise<void> {
  const passkey = await withPasskey(app, cast);
  again.set(cast, passkey.make(ok(await cast.ada.api(beginPasskey, { body: proof(cast) })).json));
}

const unknown = () => createPasskey('https://herenow.example');
const credentials = ({ ada }: Cast) => ({ email: ada.email, password: PASSWORD });
const guessed = { password: 'Guessed-2026' };
const ofNobody = () => ({ passkeyId: randomUUID() });
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
  refusal(beginPasskeyLogin, 409, (cast) => ({ body: credentials(cast) }), { arrange: secure }),
  refusal(beginPasskey, 400, () => ({ body: { password: PASSWORD, code: 'no such code' } }), {
    arrange: secure,
  }),
  refusal(beginPasskey, 403, () => ({ body: { ...guessed, code: '123456' } })),
  refusal(beginPasskey, 409, (cast) => ({ body: proof(cast) }), {
    code: refusals.passkeysFull.code,
    arrange: withMany,
  }),
  refusal(addPasskey, 400, add, { arrange: secure }),
  refusal(addPasskey, 409, add, { code: refusals.passkeysFull.code, arrange: withMany }),
  refusal(addPasskey, 409, (cast) => ({ body: { name: 'Key', credential: again.get(cast) } }), {
    code: refusals.passkeyKnown.code,
    arrange: withTheSame,
  }),
  refusal(
    removePasskey,
    400,
    () => ({ params: ofNobody(), body: { password: PASSWORD, code: 'no such code' } }),
    {
      arrange: secure,
    },
  ),
  refusal(removePasskey, 403, () => ({ params: ofNobody(), body: { ...guessed, code: '123456' } })),
  refusal(removePasskey, 404, (cast) => ({ params: ofNobody(), body: proof(cast) }), { arrange: secure }),
];
