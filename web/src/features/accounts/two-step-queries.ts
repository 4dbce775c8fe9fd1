import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '@herenow/contract/second-factor';
import { RECOVERY_CODES } from '@herenow/contract/constants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';

const keyOf = (userId: string) => ['second-factor', userId] as const;

export function useSecondFactor() {
  const { id } = useMe();
  return useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => api(getSecondFactor, { signal }) });
}

function useKnown() {
  const { id } = useMe();
  const client = useQueryClient();
  return (known: SecondFactor) => client.setQueryData<SecondFactor>(keyOf(id), known);
}

export const useBegin = () =>
  useMutation({ mutationFn: (password: string) => api(beginSecondFactor, { body: { password } }) });

/** Answers recovery codes, which are shown before anything else says that it is on. */
export const useConfirm = () =>
  useMutation({ mutationFn: (code: string) => api(confirmSecondFactor, { body: { code } }) });

export const useRenewCodes = () =>
  useMutation({ mutationFn: (password: string) => api(renewRecoveryCodes, { body: { password } }) });

/** Once the recovery codes are kept. */
export function useNoteOn() {
  const note = useKnown();
  return (since: string | null) =>
    note({ since: since ?? new Date().toISOString(), recoveryCodes: RECOVERY_CODES });
}

export function useEnd() {
  const note = useKnown();
  return useMutation({
    mutationFn: (proof: { password: string; code: string }) => api(endSecondFactor, { body: proof }),
    onSuccess: () => void note({ since: null, recoveryCodes: 0 }),
  });
}
