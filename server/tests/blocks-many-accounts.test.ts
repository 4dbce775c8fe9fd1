/** Somebody opens any number of accounts for one mailbox without reading its mail. */
import { blockUser, reportUser } from '@herenow/contract/safety';
import { feedOf, goVisible } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { block, deleteAccount } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';
import { opened, registered, verify } from './registered.ts';

const app = sharedApp();

async function blocksOf(who: Person): Promise<string[]> {
  const rows = await app.db
    .selectFrom('blocks')
    .select('blocked_id as id')
    .where('blocker_id', '=', who.id)
    .execute();
  return rows.map(({ id }) => id);
}

test('a block is one row, however many accounts were opened for the mailbox, and applies once one is verified', async () => {
  const ada = await person(app, 'ada');
  const bela = await registered(app, 'bela@example.org');
  const one = await opened(app, 'bela+1@example.org');
  await opened(app, 'bela+2@example.org');
  await block(ada, bela);
  expect(await blocksOf(ada)).toEqual([bela.id]);

  await verify(app, one);
  expect((await blocksOf(ada)).toSorted()).toEqual([bela.id, one.id].toSorted());
  await goVisible(app, ada);
  await goVisible(app, one);
  const seen = (await feedOf(ada)).map(({ id }) => id);
  expect(seen).not.toContain(one.id);
});

test('accounts that meet nobody block nobody, however many there are', async () => {
  const victim = await person(app, 'fay');
  const one = await opened(app, 'gus@example.org');
  const body = { userId: one.id, userToBlockId: victim.id };
  expect((await one.api(blockUser, { body })).text).toBe('Please finish your registration first.');
  const report = { reporterId: one.id, reportedUserId: victim.id, reason: 'Other', alsoBlock: true } as const;
  expect((await one.api(reportUser, { body: report })).status).toBe(409);
  expect(await blocksOf(one)).toEqual([]);
  await verify(app, one);
  await block(one, victim);
  expect(await blocksOf(one)).toEqual([victim.id]);
});

test('a kept block of a mailbox is restored only for its verified accounts', async () => {
  const chidi = await registered(app, 'chidi@example.org');
  const dana = await registered(app, 'dana@example.org');
  await block(chidi, dana);
  await deleteAccount(dana);
  for (const spelling of ['chidi+1', 'chidi+2']) await opened(app, `${spelling}@example.org`);
  const again = await registered(app, 'dana@example.org');
  const { rows } = await app.pool.query('SELECT blocker_id AS id FROM blocks WHERE blocked_id = $1', [
    again.id,
  ]);
  expect(rows).toEqual([{ id: chidi.id }]);

  await deleteAccount(chidi);
  for (const spelling of ['dana+1', 'dana+2']) await opened(app, `${spelling}@example.org`);
  expect(await blocksOf(await registered(app, 'chidi@example.org'))).toEqual([again.id]);
});
