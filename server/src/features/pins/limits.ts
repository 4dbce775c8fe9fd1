import { DAY, HOUR } from '@herenow/contract/rates';
import type { Limit } from '../../http/limits.ts';

export const pinLimits = {
  pinByMailbox: { points: 60, seconds: HOUR },
  pinByMailboxDaily: { points: 200, seconds: DAY },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof pinLimits> {}
}
