import { DAY, type Limit } from '../../http/limits.ts';

export const profileLimits = {
  nameByAccount: { points: 3, seconds: DAY },
} satisfies Record<string, Limit>;

type Own = typeof profileLimits;

declare module '../../http/limits.ts' {
  interface LimitTable extends Own {}
}
