import { CODE_LENGTH, CODE_MINUTES, RESEND_SECONDS } from '@herenow/contract/constants';
import { randomInt } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { plus, type Clock } from '../../lib/clock.ts';
import { isSameText, keyedHash } from '../../lib/keyed-hash.ts';
import type { Keys } from '../../lib/keys.ts';
import { newId } from '../../lib/ids.ts';
import * as store from './codes-store.ts';

export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/** Returns the seconds until another code may be sent after one that was sent `age` milliseconds ago. */
export const secondsToRest = (age: number): number => Math.max(0, Math.ceil(RESEND_SECONDS - age / 1000));

export type Codes = ReturnType<typeof createCodes>;

/** Makes and checks mailed codes. Only keyed hashes are stored: a copy of the database reveals no code. */
export function createCodes(options: { db: Db; clock: Clock; keys: Pick<Keys, 'codes'> }) {
  const { db, clock } = options;
  const keyed = (...parts: string[]) => keyedHash(options.keys.codes, JSON.stringify(['code', ...parts]));
  const hashOf = (purpose: store.Purpose, userId: string, code: string) => keyed(purpose, userId, code);

  return {
    /** Returns a keyed hash that identifies a network without storing it. */
    clientHash: (network: string) => keyed('client', network),

    forget: (tx: Tx, userId: string, purpose: store.Purpose) => store.deleteCodes(tx.db, userId, purpose),

    /** Returns the seconds until another code may be sent; 0 if it may be sent now. */
    async secondsToWait(
      asked: { userId: string; purpose: store.Purpose; clientHash: string },
      within: Db,
    ): Promise<number> {
      const latest = await store.findLatest(within, asked);
      if (!latest) return 0;
      return secondsToRest(clock.now().getTime() - latest.createdAt.getTime());
    },

    /** Whether the latest code, which may still be valid, was tried as often as may be, by whomever. */
    isSpent: (asked: { userId: string; purpose: store.Purpose; clientHash: string }): Promise<boolean> =>
      store.isSpent(db, asked, clock.now()),

    /** Makes a code that replaces the previous one. */
    async make(tx: Tx, userId: string, purpose: store.Purpose, clientHash = ''): Promise<string> {
      const code = newCode();
      const now = clock.now();
      await store.putCode(tx.db, {
        id: newId(),
        userId,
        purpose,
        codeHash: hashOf(purpose, userId, code),
        clientHash,
        createdAt: now,
        expiresAt: plus(now, CODE_MINUTES * 60_000),
      });
      return code;
    },

    /** Counts a try, even if the caller’s transaction fails. Returns the code’s id and owner if it is right. */
    async tryCode(purpose: store.Purpose, whose: { userId?: string; clientHash: string }, code: string) {
      const tried = await store.takeTry(db, purpose, whose, clock.now());
      return tried.find(({ userId, codeHash }) => isSameText(codeHash, hashOf(purpose, userId, code)));
    },

    /** Marks a code as used. Returns false if it has been used or replaced meanwhile. */
    use: (tx: Tx, id: string) => store.useCode(tx.db, id, clock.now()),

    /** Returns whether this is a used code, which a client may give again if the answer to it was lost. */
    async wasUsed(on: Db, purpose: store.Purpose, userId: string, code: string): Promise<boolean> {
      const hash = hashOf(purpose, userId, code);
      return (await store.listUsed(on, userId, purpose)).some((used) => isSameText(used, hash));
    },

    async sweep(): Promise<void> {
      await store.deleteExpired(db, clock.now());
    },
  };
}
