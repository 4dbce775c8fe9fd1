import { DAY, HOUR, MINUTE, type Limit } from '../../http/limits.ts';

export const accountLimits = {
  /** Accounts opened from one network; beyond, a proof of work is asked for, as wherever visitors are counted. */
  accountsByNetwork: { points: 30, seconds: HOUR },
  /** Wrong passwords: of a mailbox wherever they come from, of a network, and of a device that has signed in before. */
  signInByMailbox: { points: 20, seconds: HOUR },
  signInByNetwork: { points: 200, seconds: HOUR },
  signInByDevice: { points: 10, seconds: 15 * MINUTE },
  resetByMailbox: { points: 5, seconds: HOUR },
  resetByNetwork: { points: 60, seconds: HOUR },
  resetByDevice: { points: 5, seconds: HOUR },
  /** Each code has its own tries, so many live codes at a time would make a lucky guess likely. */
  resetMost: { points: 20, seconds: HOUR },
  resetResend: { points: 1, seconds: MINUTE },
  /** Wrong codes. */
  codeTryByNetwork: { points: 30, seconds: 15 * MINUTE },
  /** Turns of clients that bring no proof where one is asked for. */
  withoutProof: { points: 1, seconds: MINUTE },
  withoutProofByMailbox: { points: 80, seconds: HOUR },
  /** Wrong codes of an authenticator app: with the right password, and on a device that has signed in before. */
  factorByPassword: { points: 30, seconds: DAY },
  factorByDevice: { points: 10, seconds: HOUR },
  factorMail: { points: 1, seconds: DAY },
  /** How often a proof counts. */
  proof: { points: 1, seconds: 10 * MINUTE },
  codeByAccount: { points: 10, seconds: HOUR },
  /** Bounds the codes that many accounts opened for one mailbox can send to it. */
  codeByMailbox: { points: 20, seconds: HOUR },
  codeTryByAccount: { points: 30, seconds: HOUR },
  passwordByAccount: { points: 10, seconds: 15 * MINUTE },
} satisfies Record<string, Limit>;

type Own = typeof accountLimits;

declare module '../../http/limits.ts' {
  interface LimitTable extends Own {}
}
