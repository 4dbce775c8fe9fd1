import * as z from 'zod/mini';
import { currentPassword, sixDigits } from './accounts.ts';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { PASSKEYS, RECOVERY_CODES } from './constants.ts';
import { listOf, nullableTimestamp, textField } from './entities.ts';
import * as refusals from './refusals.ts';
import { passkey } from './webauthn.ts';

export const secondFactor = z.object({
  /** Since when it is on; null: off. */
  since: nullableTimestamp,
  recoveryCodes: z.int(),
  /** The passkeys that replace a code, in the order in which they were added. */
  passkeys: listOf(passkey, PASSKEYS),
});
export type SecondFactor = z.output<typeof secondFactor>;

const recoveryCodes = z.object({ recoveryCodes: listOf(z.string(), RECOVERY_CODES) });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

export const getSecondFactor = call({
  method: 'GET',
  path: '/api/user/second-factor',
  bound: { rate: 'read' },
  summary: 'Whether signing in takes a code beside the password.',
  answer: secondFactor,
});

export const mailSecondFactorCode = call({
  method: 'POST',
  path: '/api/user/second-factor/code',
  bound: { rate: 'account', body: BODY.small },
  summary:
    'Mails the code that setting up two-step sign-in takes beside the password, at most every 60 seconds.',
  body: z.object({ password: currentPassword }),
  answer: 'nothing',
  refusals: [refusals.verifyFirst, refusals.passwordWrong, refusals.secondFactorOn, refusals.resendTooSoon],
});

export const beginSecondFactor = call({
  method: 'POST',
  path: '/api/user/second-factor',
  bound: { rate: 'account', body: BODY.small },
  summary:
    'Answers a secret for an authenticator app (TOTP), as text and as `otpauth:` address, for the password and the mailed code; it counts once confirmed, within an hour.',
  body: z.object({ password: currentPassword, code: sixDigits }),
  answer: z.object({ secret: z.string(), uri: z.string() }),
  refusals: [
    refusals.verifyFirst,
    refusals.verificationFailed,
    refusals.passwordWrong,
    refusals.secondFactorOn,
  ],
});

export const confirmSecondFactor = call({
  method: 'POST',
  path: '/api/user/second-factor/confirm',
  bound: { rate: 'account', body: BODY.small },
  summary:
    'Switches two-step sign-in on with a code of the app, ends all other sessions, and answers recovery codes, this once.',
  body: z.object({ code: sixDigits }),
  answer: recoveryCodes,
  refusals: [refusals.factorCodeWrong, refusals.secondFactorNotBegun],
});

/** A protection is given up, replaced or added to only by whoever has it. */
export const factorProof = z.object({
  password: currentPassword,
  code: textField(refusals.codeIncomplete.text, (value) =>
    value.trim() === '' ? refusals.codeIncomplete.text : undefined,
  ),
});

export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/api/user/second-factor/recovery-codes',
  bound: { rate: 'account', body: BODY.small },
  summary:
    'Answers new recovery codes, this once, with the password and a code of the app or a recovery code; the old ones are worth nothing any more.',
  body: factorProof,
  answer: recoveryCodes,
  refusals: [refusals.passwordWrong, refusals.factorCodeWrong, refusals.secondFactorOff],
});

export const endSecondFactor = call({
  method: 'POST',
  path: '/api/user/second-factor/off',
  bound: { rate: 'account', body: BODY.small },
  summary:
    'Switches two-step sign-in off and removes its passkeys, with the password and a code of the app or a recovery code.',
  body: factorProof,
  answer: 'nothing',
  refusals: [refusals.passwordWrong, refusals.factorCodeWrong, refusals.secondFactorOff],
});
