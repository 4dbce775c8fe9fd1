import { DAY } from '@herenow/contract/rates';
import type { Limit } from '../../http/limits.ts';

export const rightsLimits = {
  exportByAccount: { points: 5, seconds: DAY },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof rightsLimits> {}
}
