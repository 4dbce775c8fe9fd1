import { DAY_MS } from '@herenow/contract/constants';
import type { Session } from '@herenow/contract/accounts';
import type { RateName } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import type pg from 'pg';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { FoundSession } from '../../http/admission.ts';
import type { Caller } from '../../http/mount.ts';
import type { Rates } from '../../http/call-rates.ts';
import { patiently } from '../../lib/away.ts';
import { batched } from '../../lib/batched.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { createLately } from '../../lib/lately.ts';
import { deviceName } from './device.ts';
import * as store from './sessions-store.ts';
import { TOKEN_MS, type Tokens } from './tokens.ts';

const IDLE_MS = store.IDLE_DAYS * DAY_MS;
/** How long the previous token can still be refreshed: two tabs may refresh at the same time. */
const GRACE_MS = 30_000;
/** Precision of `lastUsedAt`: a write for each request would cost more than the request itself. */
const TOUCH_MS = 5 * 60_000;

export interface SessionsOptions {
  db: Db;
  pool: pg.Pool;
  work: Work;
  clock: Clock;
  tokens: Tokens;
  rates: Rates;
  /** Runs in the transaction that ends one session or more. */
  onEnding(db: Db, sessionIds: readonly string[]): Promise<void>;
  /** Runs after the end of a session is committed, to close its sockets on every node. */
  onSessionEnded(sessionId: string): void;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Manages sessions. Each request checks by primary key in the database that its session is live: ending a session takes
 * effect at once on every node, even while the bus is down, at the cost of one lookup, which concurrent requests share.
 */
export function createSessions(options: SessionsOptions) {
  const { db, pool, work, clock, tokens, rates } = options;
  const idleSince = (now: Date) => minus(now, IDLE_MS);
  /**
   * Sessions known to have ended, which is for good, for as long as their tokens are valid. By a clock that nobody sets:
   * one that is wrong for a moment makes sessions look as if nobody had used them for a month.
   */
  const untilItsTokensExpire = () => createLately({ now: () => new Date(performance.now()) }, TOKEN_MS);
  const over = untilItsTokensExpire();
  /** Those whose refresh was refused. Apart, since clients sign out for good where a refresh is. */
  const refused = untilItsTokensExpire();
  const findOpen = batched((ids: readonly string[]) => store.findOpen(pool, ids));

  async function endOf(
    tx: Tx,
    userIds: readonly string[],
    which: { only?: string; except?: string } = {},
  ): Promise<number> {
    const ended = await store.end(tx.db, userIds, which, clock.now());
    if (ended.length > 0) await options.onEnding(tx.db, ended);
    tx.afterCommit(() => ended.forEach((id) => options.onSessionEnded(id)));
    return ended.length;
  }

  const end = (tx: Tx, userId: string, which?: { only?: string; except?: string }): Promise<number> =>
    endOf(tx, [userId], which);

  /** Returns the id of the next token, or undefined when the session is over. */
  async function nextTokenId(tx: Tx, { userId, sessionId, tokenId }: Caller & { tokenId: string }) {
    const now = clock.now();
    const session = await store.lockLive(tx.db, sessionId, idleSince(now));
    if (session?.userId !== userId) return undefined;
    if (tokenId === session.tokenId) {
      const next = newId();
      await store.rotate(tx.db, sessionId, { tokenId: next, previousTokenId: tokenId }, now);
      return next;
    }
    const inGrace = now.getTime() - session.rotatedAt.getTime() <= GRACE_MS;
    if (tokenId === session.previousTokenId && inGrace) return session.tokenId;
    // A token replaced long ago is used again: either the user or a thief has a copy, and nobody knows which.
    await end(tx, userId, { only: sessionId });
    return undefined;
  }

  function claim(token: string): Caller | undefined {
    const claims = tokens.read(token);
    return claims && !claims.expired && !over.has(claims.sessionId)
      ? { userId: claims.userId, sessionId: claims.sessionId }
      : undefined;
  }

  async function noteUse(caller: Caller, lastUsedAt: Date): Promise<void> {
    const now = clock.now();
    if (now.getTime() - lastUsedAt.getTime() > TOUCH_MS) await store.touch(db, caller, now);
  }

  const endOne = (userId: string, sessionId: string): Promise<number> =>
    work((tx) => end(tx, userId, { only: sessionId }));

  return {
    /**
     * Returns the user and session of a genuine token that has not expired. The session may have ended, but not if this
     * node knows that.
     */
    claim,

    noteOver: ({ sessionId }: Caller): void => over.add(sessionId),

    find: (caller: Caller, rate: RateName, row: string): Promise<FoundSession> =>
      store.findCounting(pool, caller, { rate, row }, clock.now()),

    /** Records that a live session is used, unless that was recorded a moment ago. */
    noteUse,

    /** Returns whether the session of a claimed caller is live, and records its use. */
    async isLive(caller: Caller): Promise<boolean> {
      const session = await findOpen(caller.sessionId);
      if (session?.userId !== caller.userId || session.lastUsedAt <= idleSince(clock.now())) {
        over.add(caller.sessionId);
        return false;
      }
      await noteUse(caller, session.lastUsedAt);
      return true;
    },

    async openOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
      return new Set((await store.findOpen(pool, ids)).keys());
    },

    /** Opens a session. Returns its token and the name of the device. */
    async open(tx: Tx, userId: string, from: { appSource?: string | undefined; userAgent: string }) {
      const device = deviceName(from.userAgent);
      const claims = { userId, sessionId: newId(), tokenId: newId() };
      const session = { ...claims, id: claims.sessionId, appSource: from.appSource ?? 'web', device };
      await store.insert(tx.db, session, clock.now());
      const beyond = await store.deleteBeyond(tx.db, userId);
      tx.afterCommit(() => beyond.forEach((id) => options.onSessionEnded(id)));
      return { token: tokens.sign(claims), device };
    },

    /**
     * Returns the token that follows a genuine one, expired or not, of a live session. Throws 401 if there is none, and
     * waits while the database is away: a client takes most refusals for the end of its session.
     */
    async refresh(token: string, userId: string): Promise<string> {
      const claims = tokens.read(token);
      if (!claims) throw new Refused(refusals.signInAgain);
      await rates.hold('refresh', claims.sessionId);
      if (claims.userId !== userId.toLowerCase()) throw new Refused(refusals.notYours);
      if (refused.has(claims.sessionId)) throw new Refused(refusals.signInAgain);
      return await patiently(async () => {
        const tokenId = await work((tx) => nextTokenId(tx, claims));
        if (tokenId === undefined) {
          refused.add(claims.sessionId);
          throw new Refused(refusals.signInAgain);
        }
        // The call that follows finds the session just used and records nothing. This is not done within the
        // transaction, which has locked the session: others lock the user first.
        await store.noteActive(db, claims.userId, clock.now());
        return tokens.sign({ ...claims, tokenId });
      });
    },

    async list({ userId, sessionId }: Caller): Promise<Session[]> {
      const rows = await store.listLive(db, userId, idleSince(clock.now()));
      return rows.map((row) => ({
        id: row.id,
        created: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        appSource: row.app_source,
        device: row.device,
        current: row.id === sessionId,
        pushes: row.pushes,
      }));
    },

    /** Ends the caller’s session, unless it has ended meanwhile. */
    async signOut({ userId, sessionId }: Caller): Promise<void> {
      await endOne(userId, sessionId);
    },

    /** Ends one of a user’s sessions; throws 404 if the user has no such live session. */
    async revoke(userId: string, sessionId: string): Promise<void> {
      if ((await endOne(userId, sessionId)) === 0) throw new Refused(refusals.sessionNotFound);
    },

    /** Ends all sessions of a user, or all but one, within a larger transaction. */
    end,

    endAll: (tx: Tx, userIds: readonly string[]): Promise<number> => endOf(tx, userIds),

    /** Deletes sessions that have been idle for too long, and closes sockets that they may still have. */
    async sweep(): Promise<void> {
      const since = idleSince(clock.now());
      for (let more = true; more;) {
        const deleted = await store.deleteIdle(db, since);
        for (const sessionId of deleted.ended) options.onSessionEnded(sessionId);
        ({ more } = deleted);
      }
    },
  };
}
