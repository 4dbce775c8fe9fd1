import { DAY, HOUR, MINUTE, type Limit } from '../../http/limits.ts';

export const accountLimits = {
  /**
   * Accounts opened from one network, and emails that it learned are taken; beyond it a proof of work is required, as in
   * all limits for visitors without a session.
   */
  accountsByNetwork: { points: 30, seconds: HOUR },
  /** The same, like the others of this name, for all networks of a site: with a /48 of IPv6 one may have 65,536. */
  accountsBySite: { points: 90, seconds: HOUR },
  /**
   * Wrong passwords: for a mailbox from anywhere, from a network, from a device that has signed in before, and from all
   * such devices: whoever knew the password once could collect any number of their keys.
   */
  signInByMailbox: { points: 20, seconds: HOUR },
  signInByNetwork: { points: 200, seconds: HOUR },
  signInBySite: { points: 600, seconds: HOUR },
  signInByDevice: { points: 10, seconds: 15 * MINUTE },
  signInByDevices: { points: 50, seconds: 15 * MINUTE },
  resetByMailbox: { points: 5, seconds: HOUR },
  resetByNetwork: { points: 60, seconds: HOUR },
  resetBySite: { points: 180, seconds: HOUR },
  resetByDevice: { points: 5, seconds: HOUR },
  resetByDevices: { points: 15, seconds: HOUR },
  /**
   * Each code has its own tries, so many codes would make a lucky guess likely: over days, too. Beyond them links are
   * mailed, so far apart that a person always has one that is valid, and no flood.
   */
  resetCodes: { points: 20, seconds: DAY },
  resetCodesByDevices: { points: 20, seconds: DAY },
  resetLinks: { points: 1, seconds: 3 * MINUTE },
  resetResend: { points: 1, seconds: MINUTE },
  /** Wrong codes. */
  codeTryByNetwork: { points: 30, seconds: 15 * MINUTE },
  codeTryBySite: { points: 90, seconds: 15 * MINUTE },
  /** Requests of clients that send no proof of work where one is required. */
  withoutProof: { points: 1, seconds: MINUTE },
  withoutProofByMailbox: { points: 80, seconds: HOUR },
  /**
   * Wrong codes of an authenticator app: with the right password; with all passwords that an account has had, since who
   * reads the mail can reset it again and again; and on a device that has signed in with a code before.
   */
  factorByPassword: { points: 30, seconds: DAY },
  factorByAccount: { points: 90, seconds: DAY },
  factorByDevice: { points: 10, seconds: HOUR },
  factorMail: { points: 1, seconds: DAY },
  /** Mails that tell of a new password: who knows the present one could change it without end. */
  passwordMail: { points: 10, seconds: DAY },
  /** How often one proof of work is accepted. */
  proof: { points: 1, seconds: 10 * MINUTE },
  codeByAccount: { points: 10, seconds: HOUR },
  /**
   * Bounds the codes that many accounts opened for one mailbox can send to it: the first of each, and, apart from these,
   * those that are asked for again, so that its owner can always have one.
   */
  firstCodeByMailbox: { points: 60, seconds: HOUR },
  codeByMailbox: { points: 20, seconds: HOUR },
  codeTryByAccount: { points: 30, seconds: HOUR },
  passwordByAccount: { points: 10, seconds: 15 * MINUTE },
  /** For a change of the password, which ends the other sessions: none of them may use up its tries. */
  passwordBySession: { points: 10, seconds: 15 * MINUTE },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof accountLimits> {}
}
