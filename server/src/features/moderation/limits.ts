import { DAY, type Limit } from '../../http/limits.ts';

export const moderationLimits = {
  /** What cannot be taken back: whoever gets hold of one operator’s session does not empty the town. */
  deletionByOperator: { points: 20, seconds: DAY },
  /** Chats end with a suspension, too: enough for a wave of spam on one day. */
  suspensionByOperator: { points: 500, seconds: DAY },
} satisfies Record<string, Limit>;

type Own = typeof moderationLimits;

declare module '../../http/limits.ts' {
  interface LimitTable extends Own {}
}
