/** How often something may be done by one account: `points` in `seconds`, `burst` of them at once. */
export interface Rate {
  points: number;
  seconds: number;
  burst: number;
}

export const RATES = {
  /** Whatever a client sends over its sockets, heart-beats aside; what comes faster waits its turn. */
  frames: { points: 20, seconds: 1, burst: 250 },
} as const satisfies Record<string, Rate>;
