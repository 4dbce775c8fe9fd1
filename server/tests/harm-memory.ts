/** What the victim has decided about the mailboxes of the ill-meaning person, and what follows from it by the rules. */
import { DAY_MS } from '@herenow/contract/constants';
import type { Account } from './harm-people.ts';

/** How long the first rejection holds beyond the presence, the second one, and a second pin that nobody answers. */
const FIRST_MS = DAY_MS;
const SECOND_MS = 30 * DAY_MS;
const UNANSWERED_MS = 7 * DAY_MS;

interface OfMailbox {
  /** The accounts that she has blocked and not let in again. */
  listed: Set<Account>;
  /** Whether a block holds although the account she blocked is gone. */
  kept: boolean;
  rejections: number;
  /** Until when no pin may reach her; `presence`: until a day after she leaves. */
  closed: Date | 'presence' | 'for good' | undefined;
  /** When pins arrived that she has not answered. */
  unanswered: Date[];
}

export class Memory {
  readonly #mailboxes = new Map<number, OfMailbox>();

  of(mailbox: number): OfMailbox {
    const fresh = (): OfMailbox => ({
      listed: new Set(),
      kept: false,
      rejections: 0,
      closed: undefined,
      unanswered: [],
    });
    const found = this.#mailboxes.get(mailbox) ?? fresh();
    this.#mailboxes.set(mailbox, found);
    return found;
  }

  isBlocked(mailbox: number): boolean {
    const { listed, kept } = this.of(mailbox);
    return kept || listed.size > 0;
  }

  /** Whether no pin of the mailbox may reach her now. */
  isClosed(mailbox: number, now: Date): boolean {
    const { closed, unanswered } = this.of(mailbox);
    const again = unanswered.filter((at) => now.getTime() - at.getTime() < UNANSWERED_MS).length > 1;
    return this.isBlocked(mailbox) || again || (closed instanceof Date ? closed > now : closed !== undefined);
  }

  noteBlock = (account: Account): void => void this.of(account.mailbox).listed.add(account);

  /** She lets in an account of her list; the last one takes the block of the mailbox with it. */
  noteUnblock(account: Account): void {
    const of = this.of(account.mailbox);
    of.listed.delete(account);
    if (of.listed.size === 0) of.kept = false;
  }

  noteGone(account: Account): void {
    const of = this.of(account.mailbox);
    if (of.listed.delete(account)) of.kept = true;
  }

  notePin = (mailbox: number, now: Date): void => void this.of(mailbox).unanswered.push(now);

  noteAccept(mailbox: number): void {
    Object.assign(this.of(mailbox), { rejections: 0, closed: undefined, unanswered: [] });
  }

  noteReject(mailbox: number, now: Date): void {
    const of = this.of(mailbox);
    of.unanswered = [];
    of.rejections += 1;
    const second = new Date(now.getTime() + SECOND_MS);
    of.closed = of.rejections > 2 ? 'for good' : of.rejections === 2 ? second : 'presence';
  }

  /** Her presence has ended at this moment. */
  noteLeft(at: Date): void {
    for (const of of this.#mailboxes.values())
      if (of.closed === 'presence') of.closed = new Date(at.getTime() + FIRST_MS);
  }
}
