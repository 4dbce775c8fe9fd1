import * as z from 'zod/mini';
import { comer, credentials } from './accounts.ts';
import { call } from './call.ts';
import { textField } from './entities.ts';
import { BODY } from './rates.ts';
import * as refusals from './refusals.ts';
import { passkeyNameProblem } from './rules.ts';
import { factorProof } from './second-factor.ts';
import { attestation, creationOptions, passkey, requestOptions } from './webauthn.ts';

export const beginPasskeyLogin = call({
  method: 'POST',
  path: '/login/passkey',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary:
    'What a browser needs to sign in with a passkey beside the password; it counts once, within five minutes. Without two-step sign-in, a right password is refused like a wrong one.',
  body: z.object({ ...credentials, ...comer }),
  answer: requestOptions,
  refusals: [refusals.loginWrong, refusals.passkeyNone],
});

export const beginPasskey = call({
  method: 'POST',
  path: '/api/user/second-factor/passkeys/options',
  bound: { rate: 'account', body: BODY.small },
  summary:
    'What a browser needs to make a passkey (WebAuthn) that stands for a code at sign-in, with the password and a code of the app or a recovery code; it counts once, within five minutes.',
  body: factorProof,
  answer: creationOptions,
  refusals: [
    refusals.passwordWrong,
    refusals.factorCodeWrong,
    refusals.secondFactorOff,
    refusals.passkeysFull,
  ],
});

export const addPasskey = call({
  method: 'POST',
  path: '/api/user/second-factor/passkeys',
  bound: { rate: 'account', body: BODY.small },
  summary: 'Adds the passkey that the browser has made.',
  body: z.object({
    name: textField(refusals.passkeyName.text, passkeyNameProblem),
    credential: attestation,
  }),
  answer: passkey,
  refusals: [refusals.passkeyRefused, refusals.secondFactorOff, refusals.passkeysFull, refusals.passkeyKnown],
});

export const removePasskey = call({
  method: 'POST',
  path: '/api/user/second-factor/passkeys/:passkeyId/remove',
  bound: { rate: 'account', body: BODY.small },
  summary: 'Removes one of one’s own passkeys, with the password and a code of the app or a recovery code.',
  body: factorProof,
  answer: 'nothing',
  refusals: [refusals.passwordWrong, refusals.factorCodeWrong, refusals.secondFactorOff],
  missing: refusals.passkeyNotFound,
});
