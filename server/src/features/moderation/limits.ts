import type { ModerationAction } from '@herenow/contract/constants';
import { DAY, type Limit, type Limits } from '../../http/limits.ts';

export const moderationLimits = {
  /** What cannot be taken back: whoever gets hold of one operator’s session does not empty the town. */
  deletionByOperator: { points: 20, seconds: DAY },
  /** Chats end with a suspension, too: enough for a wave of spam on one day. */
  suspensionByOperator: { points: 500, seconds: DAY },
  /** Warnings and removals, which mail what the operator writes. What was removed is gone, and reports stay judged. */
  sanctionByOperator: { points: 500, seconds: DAY },
  /** Suspensions lifted and appeals decided, of which everybody has one. */
  reversalByOperator: { points: 500, seconds: DAY },
  /** More than somebody looks at in a day, and less than a long queue. */
  dismissalByOperator: { points: 2000, seconds: DAY },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof moderationLimits> {}
}

const BY_ACTION: Readonly<Record<ModerationAction | 'decide', keyof typeof moderationLimits>> = {
  delete: 'deletionByOperator',
  suspend: 'suspensionByOperator',
  warn: 'sanctionByOperator',
  'remove-photo': 'sanctionByOperator',
  'remove-name': 'sanctionByOperator',
  reinstate: 'reversalByOperator',
  decide: 'reversalByOperator',
  dismiss: 'dismissalByOperator',
};

/** Counts an act of an operator; throws 429 beyond its limit. One that fails does not stay counted. */
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
