import type { Call } from '@herenow/contract/call';
import type { RateName } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../lib/errors.ts';
import type { Rates } from './call-rates.ts';

/** The user and session of a call, proved by the token. */
export interface Caller {
  userId: string;
  sessionId: string;
}

/** What a mount needs from sessions. */
export interface CallerSessions {
  /**
   * Returns the caller named by a genuine token that has not expired; the session may have ended, unless that is known.
   */
  claim(token: string): Caller | undefined;
  /** Returns whether the session of a claimed caller is live, and records its use. */
  isLive(caller: Caller): Promise<boolean>;
  /** Finds a live session and counts one of a rate for it, in one round trip. */
  find(caller: Caller, rate: RateName, row: string): Promise<FoundSession>;
  /** Remembers that a session has ended: a flood of its calls, which count for nobody, must not ask the database. */
  noteOver(caller: Caller): void;
  /** Records the use of a live session; `lastUsedAt` is the last recorded time. */
  noteUse(caller: Caller, lastUsedAt: Date): Promise<void>;
}

/** What a statement found about a call that it admits itself. */
export interface FoundSession {
  /** Null: there is no such live session. */
  lastUsedAt: Date | null;
  /** Whether its row counted this call. */
  counted: boolean;
}

/**
 * Admits a call by the statement that carries it out, which checks that the session is live and counts the call: one
 * round trip instead of three. Until then only the token is known to be genuine. For a session that has ended, the
 * statement neither counts nor does anything.
 */
export interface Admission {
  readonly caller: Caller;
  /** The row in which the statement counts the call; null: it counts nothing. */
  readonly row: string | null;
  /** Applies what the statement found. Throws 401 or 429 if it did not admit the call. */
  settle(found: FoundSession): Promise<void>;
  /** Admits the call by separate statements, unless that has happened. Throws 401 or 429. */
  settleAlone(): Promise<void>;
  /** Releases the call, because the client no longer waits for it. */
  drop(): void;
}

/** Returns the caller that a token names. Throws 401 unless it is genuine and has not expired. */
export function claimCaller(sessions: CallerSessions, token: string | undefined): Caller {
  const caller = token === undefined ? undefined : sessions.claim(token);
  if (!caller) throw new Refused(refusals.signInAgain);
  return caller;
}

/** Returns the caller of a token. Throws 401 unless the session is live. */
export async function getCaller(sessions: CallerSessions, token: string | undefined): Promise<Caller> {
  const caller = claimCaller(sessions, token);
  await requireLiveSession(sessions, caller);
  return caller;
}

/** Throws 401 unless the session of a claimed caller is live. */
export async function requireLiveSession(sessions: CallerSessions, caller: Caller): Promise<void> {
  if (!(await sessions.isLive(caller))) throw new Refused(refusals.signInAgain);
}

/**
 * Begins the admission of a call. If this node already knows that the call may come too early, it is admitted
 * separately first, so that a flood costs no more than with other calls. Throws 401 or 429.
 */
export async function beginAdmission(
  { sessions, rates }: { sessions: CallerSessions; rates: Rates },
  { bound }: Call,
  { caller, count }: { caller: Caller; count: number },
): Promise<Admission> {
  const counting = rates.begin(bound.rate, caller.userId, count);
  let open = counting !== undefined;

  async function enter(): Promise<void> {
    await requireLiveSession(sessions, caller);
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
        sessions.noteOver(caller);
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
