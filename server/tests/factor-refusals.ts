import * as factor from '@herenow/contract/second-factor';
import * as refusals from '@herenow/contract/refusals';
import { PASSWORD } from '@herenow/testing/people';
import { beginSetup } from '@herenow/testing/second-factor';
import { refusal, type Refusal } from './reference-refusal.ts';
import { secure, unfinished } from './reference-arrangements.ts';

const own = () => ({ body: { password: PASSWORD } });
const guessed = () => ({ body: { password: 'Guessed-2026' } });
const withCode = (code = '123456', password = PASSWORD) => ({ body: { password, code } });

/** The refusals about setting up and changing two-step sign-in. */
export const FACTOR_REFUSALS: readonly Refusal[] = [
  refusal(factor.mailSecondFactorCode, 400, own, { arrange: unfinished }),
  refusal(factor.mailSecondFactorCode, 403, guessed),
  refusal(factor.mailSecondFactorCode, 409, own, { arrange: secure }),
  refusal(factor.mailSecondFactorCode, 429, own, {
    arrange: (_app, { ada }) => ada.api(factor.mailSecondFactorCode, own()),
    code: refusals.resendTooSoon.code,
  }),
  refusal(factor.beginSecondFactor, 400, () => withCode(), {
    arrange: unfinished,
    code: refusals.verifyFirst.code,
  }),
  refusal(factor.beginSecondFactor, 403, () => withCode('123456', 'Guessed-2026')),
  refusal(factor.beginSecondFactor, 409, () => withCode(), { arrange: secure }),
  refusal(factor.confirmSecondFactor, 400, () => ({ body: { code: '123456' } }), {
    arrange: (app, { ada }) => beginSetup(app, ada),
  }),
  refusal(factor.confirmSecondFactor, 409, () => ({ body: { code: '123456' } })),
  ...[factor.renewRecoveryCodes, factor.endSecondFactor].flatMap((call) => [
    refusal(call, 400, () => withCode('no such code'), { arrange: secure }),
    refusal(call, 403, () => withCode('123456', 'Guessed-2026')),
    refusal(call, 409, () => withCode()),
  ]),
];
