import { DAY, type Limit } from '../../http/limits.ts';

export const rightsLimits = {
  exportByAccount: { points: 5, seconds: DAY },
} satisfies Record<string, Limit>;

type Own = typeof rightsLimits;

declare module '../../http/limits.ts' {
  interface LimitTable extends Own {}
}
