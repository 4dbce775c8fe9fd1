import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import { Refused } from '../../lib/errors.ts';
import type { Passwords } from './passwords.ts';
import { getAccount, lockAccount, type Account } from './users-store.ts';

export type PasswordProof = ReturnType<typeof createPasswordProof>;

/** Asks a signed-in user for the password before a change to how they sign in. */
export function createPasswordProof(options: { db: Db; limits: Limits; passwords: Passwords }) {
  const { db, limits, passwords } = options;
  return {
    /** Returns the account. Throws 403 unless the password is the caller’s. */
    async check(userId: string, password: string): Promise<Account> {
      await limits.take('passwordByAccount', userId);
      const account = await getAccount(db, userId);
      if (!(await passwords.verify(account.passwordHash, password, userId)))
        throw new Refused(refusals.passwordWrong);
      return account;
    },

    /** Locks the account; throws 403 if the password has been changed since it was checked. */
    async lock(tx: Tx, { id, passwordHash }: Account): Promise<void> {
      const current = await lockAccount(tx.db, id);
      if (current?.passwordHash !== passwordHash) throw new Refused(refusals.passwordWrong);
    },
  };
}
