import { HOUR } from '@herenow/contract/rates';
import type { Limit } from '../../http/limits.ts';

export const photoLimits = {
  uploadByAccount: { points: 40, seconds: HOUR },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof photoLimits> {}
}
