import type { Call } from '@herenow/contract/call';
import type { RateName } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../lib/errors.ts';
import type { Rates } from './call-rates.ts';

/** The user for whom a call is made, as the token proves. */
export interface Caller {
  userId: string;
  sessionId: string;
}

/** What a mount asks of sessions. */
export interface CallerSessions {
  /** The caller that a genuine token names which has not expired; the session may have ended. */
  claim(token: string): Caller | undefined;
  /** The live session of a token, if there is one. */
  authenticate(token: string): Promise<Caller | undefined>;
  /** Finds a live session and counts one of a rate for it, in one round trip. */
  find(caller: Caller, rate: RateName, row: string): Promise<Found>;
  /** A live session was used; `lastUsedAt` is when that was last noted. */
  noteUse(caller: Caller, lastUsedAt: Date): Promise<void>;
}

/** What a statement found of a call that it lets in itself. */
export interface Found {
  /** Null: there is no such live session. */
  lastUsedAt: Date | null;
  /** Whether its row counted one more. */
  counted: boolean;
}

/**
 * Lets a call in by the statement that carries it out, which asks whether the session lives and counts the call: one
 * round trip instead of three. Until then nothing is known of the caller but that the token is genuine. The statement
 * counts and does nothing for a session that has ended.
 */
export interface Admission {
  readonly caller: Caller;
  /** The row in which the statement counts the call; null: it counts nothing. */
  readonly row: string | null;
  /** Takes what the statement found. Throws 401 or 429 where it did not let the call in. */
  settle(found: Found): Promise<void>;
  /** Lets the call in by statements of its own, where no other has. Throws 401 or 429. */
  settleAlone(): Promise<void>;
  /** Nobody waits for the call any more. */
  drop(): void;
}

/** Throws 401 unless the session of a token lives. */
export async function getCaller(sessions: CallerSessions, token: string | undefined): Promise<Caller> {
  const caller = token === undefined ? undefined : await sessions.authenticate(token);
  if (!caller) throw new Refused(refusals.signInAgain);
  return caller;
}

/**
 * Begins the admission of a call. Where this node already knows that the call may come too early, it is let in by
 * itself first: a flood costs no more than elsewhere.
 */
export async function beginAdmission(
  { sessions, rates }: { sessions: CallerSessions; rates: Rates },
  { bound }: Call,
  { token, caller, count }: { token: string; caller: Caller; count: number },
): Promise<Admission> {
  const counting = rates.begin(bound.rate, caller.userId, count);
  let open = counting !== undefined;

  async function enter(): Promise<void> {
    await getCaller(sessions, token);
    await rates.hold(bound.rate, caller.userId, count);
  }

  if (!counting) await enter();
  return {
    caller,
    row: counting?.row ?? null,
    async settle({ lastUsedAt, counted }) {
      const counts = open;
      open = false;
      if (!lastUsedAt) {
        counting?.drop();
        throw new Refused(refusals.signInAgain);
      }
      if (counts) await counting?.settle(counted);
      await sessions.noteUse(caller, lastUsedAt);
    },
    async settleAlone() {
      if (!open) return;
      open = false;
      counting?.drop();
      await enter();
    },
    drop: () => counting?.drop(),
  };
}
