import { DAY } from '@herenow/contract/rates';
import type { Limit } from '../../http/limits.ts';

export const safetyLimits = {
  reportByMailbox: { points: 20, seconds: DAY },
  /** By accounts younger than a day, on people they have not met, from one network. */
  reportByNewAccounts: { points: 200, seconds: DAY },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof safetyLimits> {}
}
