import { CODE_MINUTES } from '@herenow/contract/constants';
import { plus, type Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSeal, openUntil } from '../../lib/seal.ts';
import { passwordMark, type Account } from './users-store.ts';

/** The purpose under which links are sealed. */
const LINK = 'reset link';

/** The contents of a link: the account, the expiry (ms), and a hash of the password that it replaces. */
interface ResetLink {
  email: string;
  until: number;
  replaces: string;
}

/**
 * Makes the links that are mailed once no more codes are, or one was tried too often. They cannot be guessed, so an
 * attacker gains nothing from many of them, and wrong tries use none up. A link ends with the password that it replaces,
 * so it works once.
 */
export function createResetLinks(options: { clock: Clock; keys: Keys; config: { publicUrl: string } }) {
  const { clock, keys, config } = options;
  const seal = createSeal<ResetLink>(keys.seals, keys.previous?.seals);

  return {
    linkOf(account: Account): string {
      const until = plus(clock.now(), CODE_MINUTES * 60_000).getTime();
      const link = seal.seal({ email: account.email, until, replaces: passwordMark(account) }, LINK);
      // In the fragment, so that it never reaches the log of a server or a proxy.
      return `${config.publicUrl}/forgot-password#${String(new URLSearchParams({ link, email: account.email }))}`;
    },

    /** Returns the contents of a genuine link that has not expired. */
    read: (link: string): ResetLink | undefined => openUntil(seal, link, LINK, clock.now()),

    isUnused: ({ replaces }: ResetLink, account: Account): boolean => replaces === passwordMark(account),
  };
}
