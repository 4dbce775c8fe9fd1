import type { ModerationAction } from '@herenow/contract/constants';
import { DAY } from '@herenow/contract/rates';
import type { Limit, Limits } from '../../http/limits.ts';

export const moderationLimits = {
  /** Deletions cannot be undone, so someone with a stolen session of an operator can make few of them. */
  deletionByOperator: { points: 20, seconds: DAY },
  /** A suspension ends chats. Enough for a day’s wave of spam. */
  suspensionByOperator: { points: 500, seconds: DAY },
  /** Warnings and removals, which mail what the operator writes, and cannot be undone entirely. */
  sanctionByOperator: { points: 500, seconds: DAY },
  /** Lifted suspensions and decided appeals. */
  reversalByOperator: { points: 500, seconds: DAY },
  /** Decided face checks: each erases the selfies. */
  faceByOperator: { points: 500, seconds: DAY },
  /** More than anybody looks at in a day, and less than a long queue. */
  dismissalByOperator: { points: 2000, seconds: DAY },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof moderationLimits> {}
}

const BY_ACTION: Readonly<
  Record<ModerationAction | 'decide' | 'verify' | 'decline', keyof typeof moderationLimits>
> = {
  delete: 'deletionByOperator',
  suspend: 'suspensionByOperator',
  warn: 'sanctionByOperator',
  'remove-photo': 'sanctionByOperator',
  'remove-name': 'sanctionByOperator',
  reinstate: 'reversalByOperator',
  decide: 'reversalByOperator',
  dismiss: 'dismissalByOperator',
  verify: 'faceByOperator',
  decline: 'faceByOperator',
};

/** Counts an act of an operator, unless it fails; throws 429 beyond its limit. */
export async function countAct<T>(
  limits: Limits,
  { operatorId, action }: { operatorId: string; action: keyof typeof BY_ACTION },
  act: () => Promise<T>,
): Promise<T> {
  const lane = [BY_ACTION[action], operatorId] as const;
  await limits.take(...lane);
  try {
    return await act();
  } catch (error) {
    await limits.giveBack(...lane);
    throw error;
  }
}
