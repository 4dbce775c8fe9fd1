import { CODE_MINUTES } from '@herenow/contract/constants';
import { createHash } from 'node:crypto';
import { GiveUp, TryLater, type JobData } from '../../database/jobs.ts';
import type { Tx } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Carrier, OutgoingMail } from './carriers.ts';
import * as decisions from './decision-letters.ts';
import { renderLetter, type Letter } from './letter.ts';
import { isNobody, isRefusedAddress, type SmtpError } from './smtp-errors.ts';
import * as templates from './templates.ts';

export type Mail = ReturnType<typeof createMail>;

interface Recipient {
  id: string;
  email: string;
}

interface Account extends Recipient {
  emailValidated: boolean;
}

/** `until`: when its contents expire, in milliseconds. */
type WaitingMail = OutgoingMail & { until?: number };

/**
 * Sends mails to users. Each mail is a job of the transaction that it reports, so it is sent if and only if that
 * commits. It waits in the queue encrypted, so that no address or code can be read there.
 */
export function createMail(options: { carrier: Carrier; clock: Clock; keys: Keys; log: Pick<Log, 'info'> }) {
  const { carrier, clock, keys, log } = options;
  const seal = createSeal<WaitingMail>(keys.seals, keys.previous?.seals);
  /** The mails that may have arrived, though the server did not say so. */
  const unconfirmed = new Set<string>();
  const sender =
    <T>(template: (data: T) => Letter, validMinutes?: number, replaces?: (data: T) => string) =>
    (tx: Tx, { id, email }: Recipient, data: T): Promise<void> => {
      const until =
        validMinutes === undefined ? {} : { until: clock.now().getTime() + validMinutes * 60_000 };
      const sealed = seal.seal({ to: email, ...renderLetter(template(data)), ...until }, id);
      const options = replaces ? { replaces: `${id} ${replaces(data)}` } : {};
      return tx.enqueue('mail', { userId: id, sealed }, options);
    };

  /** Sends nothing about an account to an unverified address, which may be another person’s. */
  const news =
    <T>(template: (data: T) => Letter) =>
    async (tx: Tx, to: Account, data: T): Promise<void> => {
      if (to.emailValidated) await sender(template)(tx, to, data);
    };

  return {
    // A code that another has replaced is wrong: it must not arrive behind that one.
    verification: sender(templates.verification, CODE_MINUTES, () => 'verify'),
    reset: sender<{ code: string; clientHash: string }>(
      templates.reset,
      CODE_MINUTES,
      ({ clientHash }) => `reset ${clientHash}`,
    ),
    resetLink: sender(templates.resetLink, CODE_MINUTES),
    passwordChanged: sender(templates.passwordChanged),
    newDevice: sender(templates.newDevice),
    secondFactorCode: sender(templates.secondFactorCode, CODE_MINUTES, () => 'second factor'),
    secondFactorOn: sender(templates.secondFactorOn),
    secondFactorOff: sender(templates.secondFactorOff),
    secondFactorReset: sender(templates.secondFactorReset),
    passkeyAdded: sender(templates.passkeyAdded),
    passkeyRemoved: sender(templates.passkeyRemoved),
    recoveryCodeUsed: sender(templates.recoveryCodeUsed),
    recoveryCodesRenewed: sender(templates.recoveryCodesRenewed),
    factorCodesTried: sender(templates.factorCodesTried),
    copyReady: news(templates.copyReady),
    accountGone: news(templates.accountGone),
    warning: news(decisions.warning),
    photoRemoved: news(decisions.photoRemoved),
    textsRemoved: news(decisions.textsRemoved),
    reportJudged: news(decisions.reportJudged),
    suspended: news(decisions.suspended),
    accountDeleted: news(decisions.accountDeleted),
    hidden: news(decisions.hidden),
    hidingEnded: news(decisions.hidingEnded),
    appealMade: news(decisions.appealMade),
    appealDecided: news(decisions.appealDecided),
    faceVerified: news(decisions.faceVerified),
    faceDeclined: news(decisions.faceDeclined),
    reinstated: news(decisions.reinstated),
    /**
     * Handles the job. Throws if the mail server does not take the mail and a retry may help. A mail that it took
     * without confirming goes once more: rather twice than never, but not for days.
     */
    async deliver({ userId, sealed }: JobData['mail']): Promise<void> {
      const id = createHash('sha256').update(sealed).digest('hex').slice(0, 32);
      const mayHaveArrived = unconfirmed.delete(id);
      const { until = Infinity, ...mail } = seal.open(sealed, userId);
      if (clock.now().getTime() >= until)
        throw new GiveUp('A code or link ran out before its mail was sent.');
      const error = await carrier.carry({ ...mail, id }).then(
        () => undefined,
        (thrown: SmtpError) => thrown,
      );
      if (!error) return;
      // Not a failure: somebody who registers made-up addresses would otherwise alarm the operators.
      if (isNobody(error)) return log.info({ userId }, 'no such mailbox');
      const problem = `The mail server did not ${error.unconfirmed ? 'confirm' : 'take'} a mail (${reason(error)}).`;
      if (isRefusedAddress(error) || (error.unconfirmed && mayHaveArrived)) throw new GiveUp(problem);
      if (error.unconfirmed || mayHaveArrived) unconfirmed.add(id);
      throw new TryLater(problem);
    },
  };
}

/** Returns the error codes without the server’s message, which usually repeats the address. */
const reason = ({ code, responseCode }: SmtpError): string =>
  [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
