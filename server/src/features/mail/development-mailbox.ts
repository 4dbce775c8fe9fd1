import type { RenderedLetter } from './letter.ts';

export type ReceivedMail = RenderedLetter & { to: string; at: Date };

export interface Mailbox {
  add(mail: ReceivedMail): void;
  /** Returns mails, latest first: of one address or all. */
  list(to?: string): ReceivedMail[];
}

const KEPT = 200;

/** The development mailbox: the latest mails of this process, in memory. */
export function createMailbox(): Mailbox {
  const mails: ReceivedMail[] = [];
  return {
    add(mail) {
      mails.unshift(mail);
      mails.length = Math.min(mails.length, KEPT);
    },
    list(to) {
      const address = to?.trim().toLowerCase();
      return mails.filter((mail) => address === undefined || mail.to === address);
    },
  };
}
