import { TryLater, type JobData } from '../../database/jobs.ts';
import type { Tx } from '../../database/work.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Carrier, OutgoingMail } from './carriers.ts';
import * as decisions from './decision-letters.ts';
import type { Letter } from './letter.ts';
import * as templates from './templates.ts';

export type Mail = ReturnType<typeof createMail>;

/** The recipient of a mail. */
interface Recipient {
  id: string;
  email: string;
}

interface Account extends Recipient {
  emailValidated: boolean;
}

/**
 * Sends mails to users. Each mail is a job of the transaction that it reports, so it is sent if and only if that
 * commits. It waits in the queue encrypted, so that no address or code can be read there.
 */
export function createMail({ carrier, keys }: { carrier: Carrier; keys: Keys }) {
  const seal = createSeal<OutgoingMail>(keys.seals, keys.previous?.seals);
  const sender =
    <T>(template: (data: T) => Letter) =>
    (tx: Tx, { id, email }: Recipient, data: T): Promise<void> =>
      tx.enqueue('mail', { userId: id, sealed: seal.seal({ to: email, ...template(data) }, id) });

  /** Nothing is told of an account to an address that a stranger may have typed. */
  const news =
    <T>(template: (data: T) => Letter) =>
    async (tx: Tx, to: Account, data: T): Promise<void> => {
      if (to.emailValidated) await sender(template)(tx, to, data);
    };

  return {
    verification: sender(templates.verification),
    reset: sender(templates.reset),
    resetLink: sender(templates.resetLink),
    passwordChanged: sender(templates.passwordChanged),
    newDevice: sender(templates.newDevice),
    secondFactorOn: sender(templates.secondFactorOn),
    secondFactorOff: sender(templates.secondFactorOff),
    secondFactorReset: sender(templates.secondFactorReset),
    passkeyAdded: sender(templates.passkeyAdded),
    passkeyRemoved: sender(templates.passkeyRemoved),
    recoveryCodeUsed: sender(templates.recoveryCodeUsed),
    recoveryCodesRenewed: sender(templates.recoveryCodesRenewed),
    factorCodesTried: sender(templates.factorCodesTried),
    warning: news(decisions.warning),
    photoRemoved: news(decisions.photoRemoved),
    nameRemoved: news(decisions.nameRemoved),
    reportJudged: news(decisions.reportJudged),
    suspended: news(decisions.suspended),
    accountDeleted: news(decisions.accountDeleted),
    hidden: news(decisions.hidden),
    hidingEnded: news(decisions.hidingEnded),
    appealDecided: news(decisions.appealDecided),
    faceVerified: news(decisions.faceVerified),
    faceDeclined: news(decisions.faceDeclined),
    reinstated: news(decisions.reinstated),
    /** Handles the job. Throws if the mail server rejects the mail, and the queue retries. */
    async deliver({ userId, sealed }: JobData['mail']): Promise<void> {
      const mail = seal.open(sealed, userId);
      const failure = await carrier.carry(mail).then(() => undefined, reason);
      if (failure !== undefined) throw new TryLater(`The mail server did not take a mail (${failure}).`);
    },
  };
}

/** Returns the error codes without the server’s message, which usually repeats the address. */
function reason(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
