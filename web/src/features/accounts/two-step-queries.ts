import type { BodyInput } from '@herenow/contract/call';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  mailSecondFactorCode,
  renewRecoveryCodes,
  type SecondFactor,
} from '@herenow/contract/second-factor';
import { removePasskey } from '@herenow/contract/passkeys';
import { RECOVERY_CODES, RESEND_SECONDS } from '@herenow/contract/constants';
import { resendTooSoon } from '@herenow/contract/refusals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, isRefusal, isStatus } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { useMe } from '../../lib/session.ts';
import { takeAnswer } from '../../lib/take-answer.ts';
import { makePasskey, type AskedPasskey } from './passkeys.ts';

type Proof = BodyInput<typeof endSecondFactor>;

const keyOf = (userId: string) => ['second-factor', userId] as const;

export function useSecondFactor() {
  const { id } = useMe();
  return useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => api(getSecondFactor, { signal }) });
}

function useKnown() {
  const { id } = useMe();
  const client = useQueryClient();
  return (change: (known: SecondFactor) => SecondFactor) =>
    takeAnswer<SecondFactor>(client, keyOf(id), (known) => known && change(known));
}

/** For the `catch` of a change: it may be made although its answer was lost, or made before. */
const ifMade = (isMade: (known: SecondFactor) => boolean) => async (error: unknown) => {
  const known = isStatus(error, 0, 404, 409) && (await api(getSecondFactor, {}));
  if (!known || !isMade(known)) throw error;
};

/**
 * Returns a mutation that has a code mailed, unless one was mailed a moment ago. It resolves with the seconds until
 * another may be mailed.
 */
export const useMailSetupCode = () =>
  useMutation({
    mutationFn: (password: string): Promise<number> =>
      api(mailSecondFactorCode, { body: { password } }).then(
        () => RESEND_SECONDS,
        (error: unknown) => {
          if (isRefusal(error, resendTooSoon)) return error.retryAfter ?? RESEND_SECONDS;
          throw error;
        },
      ),
  });

export const useBeginTwoStep = () =>
  useMutation({
    mutationFn: (given: BodyInput<typeof beginSecondFactor>) => api(beginSecondFactor, { body: given }),
  });

/**
 * Returns a mutation that resolves with recovery codes, or nothing if they were lost on the way; the cache changes
 * later, once the user has seen them.
 */
export const useConfirmTwoStep = () =>
  useMutation({
    mutationFn: (code: string) =>
      api(confirmSecondFactor, { body: { code } }).catch(ifMade(({ since }) => since !== null)),
  });

export const useRenewCodes = () =>
  useMutation({ mutationFn: (proof: Proof) => api(renewRecoveryCodes, { body: proof }) });

/** Marks two-step sign-in as on, once the user has kept the recovery codes. */
export function useNoteOn() {
  const note = useKnown();
  return (since: string | null) =>
    note(({ passkeys }) => ({
      since: since ?? new Date(serverNow()).toISOString(),
      recoveryCodes: RECOVERY_CODES,
      passkeys,
    }));
}

export function useEndTwoStep() {
  const note = useKnown();
  return useMutation({
    mutationFn: (proof: Proof) =>
      api(endSecondFactor, { body: proof }).catch(ifMade(({ since }) => since === null)),
    onSuccess: () => note(() => ({ since: null, recoveryCodes: 0, passkeys: [] })),
  });
}

export function useAddPasskey() {
  const note = useKnown();
  const kept = useRef<AskedPasskey>(undefined);
  return useMutation({
    mutationFn: (wanted: Proof & { name: string }) => makePasskey(wanted, kept),
    onSuccess: (added) =>
      note(({ passkeys, ...known }) => ({
        ...known,
        passkeys: [...passkeys.filter(({ id }) => id !== added.id), added],
      })),
  });
}

export function useRemovePasskey(passkeyId: string) {
  const note = useKnown();
  return useMutation({
    mutationFn: (proof: Proof) =>
      api(removePasskey, { params: { passkeyId }, body: proof }).catch(
        ifMade(({ passkeys }) => passkeys.every(({ id }) => id !== passkeyId)),
      ),
    onSuccess: () =>
      note((known) => ({ ...known, passkeys: known.passkeys.filter(({ id }) => id !== passkeyId) })),
  });
}
