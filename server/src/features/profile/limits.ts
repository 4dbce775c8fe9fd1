import { DAY, HOUR } from '@herenow/contract/rates';
import type { Limit } from '../../http/limits.ts';

export const profileLimits = {
  nameByMailbox: { points: 3, seconds: DAY },
  /** Changes that chats and feeds are notified of, since each client then asks what has changed. */
  toldByAccount: { points: 30, seconds: HOUR },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof profileLimits> {}
}
