import { DAY_MS } from '@herenow/contract/constants';
import { PASS_SEPARATOR } from '@herenow/contract/suspended';
import type { Db } from '../../database/db.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSeal, openUntil } from '../../lib/seal.ts';
import { createSignedIds } from '../../lib/signed-ids.ts';
import { findAccount, passwordMark, type Account } from '../accounts/index.ts';
import { findNewDecision, findSuspension } from './appeals-store.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';

/** How long a suspended user can report others after a sign-in. */
const PASS_MS = 30 * 60_000;
/** The purpose under which passes are sealed. */
const PASS = 'pass of somebody suspended';
/** How long a sign-in still reports a decision. */
const NEWS_MS = 30 * DAY_MS;

/** The contents of a pass: the suspended user, the password that was right, as its mark, and the expiry (ms). */
interface Pass {
  userId: string;
  password: string;
  until: number;
}

export type DecisionLinks = ReturnType<typeof createDecisionLinks>;

/**
 * Makes the links by which a user without a session reads a decision about them and appeals: each names one entry of
 * the log.
 */
export function createDecisionLinks(options: { clock: Clock; keys: Keys; config: { publicUrl: string } }) {
  const { clock, keys, config } = options;
  const seal = createSeal<Pass>(keys.seals, keys.previous?.seals);
  const { tokenOf, read } = createSignedIds(keys.appeals);
  // In the fragment, so that it never reaches the log of a server or a proxy.
  const linkOf = (entryId: string): string => `${config.publicUrl}/appeal#${tokenOf(entryId)}`;

  return {
    linkOf,

    /** Returns the entry that a genuine token names. */
    read,

    /**
     * Returns the link of the decision by which an account, or another of its mailbox, is suspended, for a user who has
     * just proved that it is theirs. It contains a pass to report others. The link in the mail does not, since the mail
     * may be shown to others.
     */
    async ofSuspension(db: Db, account: Account): Promise<string | undefined> {
      const entryId = await findSuspension(db, account.id);
      const until = plus(clock.now(), PASS_MS).getTime();
      const pass = seal.seal({ userId: account.id, password: passwordMark(account), until }, PASS);
      return entryId && `${linkOf(entryId)}${PASS_SEPARATOR}${pass}`;
    },

    /**
     * Returns the user of a genuine pass that has not expired, as long as they are suspended. A pass ends with the
     * password, as sessions do: whoever knew an old one could still delete the account.
     */
    async readPass(db: Db, pass: string): Promise<string | undefined> {
      const given = openUntil(seal, pass, PASS, clock.now());
      const account = given && (await findAccount(db, given.userId));
      return account?.suspended && given?.password === passwordMark(account) ? account.id : undefined;
    },

    /** Returns the token of the latest decision about a user who has not signed in since. */
    async newsFor(db: Db, userId: string, now: Date): Promise<string | undefined> {
      const entryId = await findNewDecision(db, userId, minus(now, NEWS_MS), now);
      return entryId && tokenOf(entryId);
    },
  };
}
