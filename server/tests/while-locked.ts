import { eventually } from '@herenow/testing/eventually';
import type { TestApp } from '@herenow/testing/start-app';
import { expect } from 'vitest';

/**
 * Returns the result of a call during which something changes: `lock` locks a row that the call needs, and `change`
 * runs once the call waits for it, or is over without having waited. Both get `values`.
 */
export async function whileLocked<T>(
  app: TestApp,
  { lock, change, values }: { lock: string; change: string; values: unknown[] },
  call: () => Promise<T>,
): Promise<{ answer: T; waited: boolean }> {
  const other = await app.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query(lock, values.slice(0, 1));
    let over = false;
    const answer = call().finally(() => (over = true));
    await eventually(async () => {
      if (!over && (await countWaiting(app)) === 0) throw new Error('the call neither waits nor is over');
    }, 2);
    const waited = !over;
    await other.query(change, values);
    await other.query('COMMIT');
    return { answer: await answer, waited };
  } finally {
    other.release();
  }
}

/**
 * Begins one task, and another once the first waits for a locked row; unlocks the row when the other waits, too, or has
 * finished without waiting. Returns the result of the first.
 */
export async function inTheMiddleOf<T>(
  app: TestApp,
  lock: { text: string; values: unknown[] },
  first: () => Promise<T>,
  other: () => Promise<unknown>,
): Promise<T> {
  const holder = await app.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(lock);
    const begun = first();
    // A sweep may wait as well.
    await expect.poll(() => countWaiting(app)).toBeGreaterThan(0);
    let over = false;
    const second = other().finally(() => (over = true));
    await expect.poll(async () => over || (await countWaiting(app)) > 1).toBe(true);
    await holder.query('COMMIT');
    await second;
    return await begun;
  } finally {
    holder.release();
  }
}

/**
 * Returns the results of two tasks that write about a user, whose row is locked until both wait for it: a task that locks
 * it before it decides waits there, any other one only with its decision made.
 */
export async function decidedAtOnce<T>(
  app: TestApp,
  userId: string,
  first: () => Promise<T>,
  other: () => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  const noting = (task: () => Promise<T>) => async () => void results.push(await task());
  const lock = { text: 'SELECT FROM users WHERE id = $1 FOR UPDATE', values: [userId] };
  await inTheMiddleOf(app, lock, noting(first), noting(other));
  return results;
}

export async function countWaiting(app: TestApp): Promise<number> {
  const { rows } = await app.pool.query(`SELECT FROM pg_locks WHERE NOT granted
    AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`);
  return rows.length;
}

/** Counts the deadlocks so far. */
export async function countDeadlocks({ pool }: TestApp): Promise<number> {
  // Each connection counts its own.
  const flush = 'SELECT pg_stat_force_next_flush(), pg_sleep(0.1)';
  await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query(flush)));
  const { rows } = await pool.query<{ count: number }>(
    'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.count;
}
