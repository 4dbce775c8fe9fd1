import { DAY } from '@herenow/contract/rates';
import type { Limit } from '../../http/limits.ts';

export const faceLimits = {
  faceByMailbox: { points: 3, seconds: DAY },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof faceLimits> {}
}
