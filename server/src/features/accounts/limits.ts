import { CODE_TRIES } from '@herenow/contract/constants';
import { DAY, HOUR, MINUTE } from '@herenow/contract/rates';
import type { Limit } from '../../http/limits.ts';

export const accountLimits = {
  /**
   * Accounts opened from one network, and answers that an email is taken. Beyond the limit a proof of work is required,
   * as with all limits for visitors without a session.
   */
  accountsByNetwork: { points: 30, seconds: HOUR },
  /** The same for all networks of a site, as in every limit of this name: a /48 of IPv6 has 65,536 networks. */
  accountsBySite: { points: 90, seconds: HOUR },
  /**
   * Wrong passwords: for a mailbox from anywhere; from a network; from a device that has signed in before; from all
   * such devices together, since anyone who once knew the password could have collected any number of device keys.
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
   * Each code has its own tries, so over days many codes would make a lucky guess likely. Beyond the limit links are
   * mailed instead: rarely enough not to flood the mailbox, and often enough that one is always valid.
   */
  resetCodes: { points: 20, seconds: DAY },
  resetCodesByDevices: { points: 20, seconds: DAY },
  resetLinks: { points: 1, seconds: 3 * MINUTE },
  resetResend: { points: 1, seconds: MINUTE },
  codeTryByNetwork: { points: 30, seconds: 15 * MINUTE },
  codeTryBySite: { points: 90, seconds: 15 * MINUTE },
  /** Requests of clients that send no proof of work where one is required. */
  withoutProof: { points: 1, seconds: MINUTE },
  withoutProofByMailbox: { points: 80, seconds: HOUR },
  /**
   * Wrong codes of an authenticator app: with the current password; with all passwords that an account has had, since
   * someone who reads the mail can reset the password again and again; and on a device that has signed in with a code
   * before.
   */
  factorByPassword: { points: 30, seconds: DAY },
  factorByAccount: { points: 90, seconds: DAY },
  factorByDevice: { points: 10, seconds: HOUR },
  factorMail: { points: 1, seconds: DAY },
  /**
   * Codes mailed for the setup of two-step sign-in, with the current password and with all passwords of an account, and
   * tries of each: those who know the password, but do not read the mail, would guess one in decades.
   */
  factorSetupMail: { points: 10, seconds: DAY },
  factorSetupMailByAccount: { points: 30, seconds: DAY },
  factorSetupTry: { points: CODE_TRIES, seconds: HOUR },
  /** Mails about sign-ins and new passwords: someone who knows the password could cause any number. */
  signInMail: { points: 10, seconds: DAY },
  passwordMail: { points: 10, seconds: DAY },
  /** How often one proof of work is accepted. */
  proof: { points: 1, seconds: 10 * MINUTE },
  codeByAccount: { points: 10, seconds: HOUR },
  /**
   * The codes that accounts opened for one mailbox can have sent to it: the first of each account, and separately those
   * requested again, so that its owner can always get one.
   */
  firstCodeByMailbox: { points: 60, seconds: HOUR },
  codeByMailbox: { points: 20, seconds: HOUR },
  codeTryByAccount: { points: 30, seconds: HOUR },
  /**
   * Tries of all accounts opened for one mailbox, once it has a verified one: with the codes of many accounts a guess
   * would be right within weeks.
   */
  codeTryByMailbox: { points: 30, seconds: DAY },
  passwordByAccount: { points: 10, seconds: 15 * MINUTE },
  /** For changing the password, which ends the other sessions: none of them may use up the tries of this one. */
  passwordBySession: { points: 10, seconds: 15 * MINUTE },
} satisfies Record<string, Limit>;

declare module '../../http/limits.ts' {
  interface LimitTable extends Readonly<typeof accountLimits> {}
}
