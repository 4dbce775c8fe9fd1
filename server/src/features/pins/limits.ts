import { DAY, HOUR, type Limit } from '../../http/limits.ts';

export const pinLimits = {
  /** So that whoever deletes an account and opens another has no more; of accounts that are not verified, by account. */
  pinByMailbox: { points: 60, seconds: HOUR },
  pinByMailboxDaily: { points: 200, seconds: DAY },
} satisfies Record<string, Limit>;

type Own = typeof pinLimits;

declare module '../../http/limits.ts' {
  interface LimitTable extends Own {}
}
