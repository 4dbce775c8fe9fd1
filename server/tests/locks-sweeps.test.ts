import { DAY_MS } from '@herenow/contract/constants';
import { person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';
import type { Db } from '../src/database/db.ts';
import { deleteFormer } from '../src/features/chats/index.ts';
import { deleteOutdated as deleteMemories } from '../src/features/pins/memory-store.ts';
import { deleteOutdated as deleteBlocks } from '../src/features/safety/kept-store.ts';
import { whileLocked } from './while-locked.ts';

const app = sharedApp();

/** What the sweeps delete: a table, a column of its key, and a row of it for two people and a moment. */
const tables: [table: string, one: string, row: string, sweep: (db: Db, now: Date) => Promise<void>][] = [
  [
    'pin_memories',
    'pinner',
    '(pinner, target, pinned_at) VALUES ($1, $2, $3)',
    (db, now) => deleteMemories(db, now, now),
  ],
  [
    'kept_blocks',
    'blocker',
    '(blocker, blocked, created_at, forget_at) VALUES ($1, $2, $3, $3)',
    deleteBlocks,
  ],
  ['former_chats', 'user_id', "(user_id, other_id, ended_at, name) VALUES ($1, $2, $3, '')", deleteFormer],
];

test.each(tables)(
  'the sweep of %s waits for nobody, so no deadlock comes of it',
  async (table, one, row, sweep) => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    const now = app.clock.now();
    await app.pool.query(`INSERT INTO ${table} ${row}`, [ada.id, bela.id, now]);
    await app.pool.query(`INSERT INTO ${table} ${row}`, [bela.id, ada.id, now]);
    async function left() {
      await sweep(app.db, new Date(now.getTime() + DAY_MS));
      return (await app.pool.query(`SELECT FROM ${table} WHERE ${one} IN ($1, $2)`, [ada.id, bela.id]))
        .rowCount;
    }
    const lock = `SELECT FROM ${table} WHERE ${one} = $1 FOR UPDATE`;
    const held = await whileLocked(app, { lock, change: lock, values: [ada.id] }, left);
    expect(held).toEqual({ answer: 1, waited: false });
    expect(await left()).toBe(0);
  },
);
