/** Somebody opens any number of accounts for one mailbox without reading its mail. */
import { acceptPin } from '@herenow/contract/pins';
import { blockUser, listBlockedUsers, reportUser } from '@herenow/contract/safety';
import { accept, chatsOf, feedOf, goVisible, ok, pin, tryPin } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { block, deleteAccount, unblock } from '@herenow/testing/safety';
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

test('a block ends the pins that wait and the chats with every account of the mailbox, whoever began them', async () => {
  const uma = await registered(app, 'uma@example.org');
  const [one, two, three] = [
    await registered(app, 'vito@example.org'),
    await registered(app, 'vito+2@example.org'),
    await registered(app, 'vito+3@example.org'),
  ];
  for (const who of [uma, one, two, three]) await goVisible(app, who);
  const waiting = await pin(two, uma);
  await accept(uma, await pin(one, uma));
  await pin(uma, three);
  await block(uma, one);
  for (const who of [uma, one, two, three]) expect(await chatsOf(who)).toEqual([]);
  expect((await uma.api(acceptPin, { params: { chatId: waiting } })).status).toBe(400);
  for (const who of [two, three]) expect((await tryPin(who, uma)).status).toBe(404);
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

test('a block survives the deletion of every account of the mailbox, one after the other, as one row', async () => {
  const emre = await registered(app, 'emre@example.org');
  const first = await registered(app, 'hana@example.org');
  const second = await registered(app, 'hana+2@example.org');
  await block(emre, first);
  for (const one of [first, second]) await deleteAccount(one);
  const ofEmre = 'SELECT FROM kept_blocks WHERE blocker = (SELECT mailbox FROM users WHERE id = $1)';
  expect((await app.pool.query(ofEmre, [emre.id])).rowCount).toBe(1);
  expect(await blocksOf(emre)).toEqual([]);
  const again = await registered(app, 'hana@example.org');
  expect(await blocksOf(emre)).toEqual([again.id]);
});

test('a user who let somebody in does not find them blocked after either came back', async () => {
  const ines = await registered(app, 'ines@example.org');
  const jon = await registered(app, 'jon@example.org');
  await block(ines, jon);
  await deleteAccount(ines);
  const inesAgain = await registered(app, 'ines@example.org');
  await unblock(inesAgain, jon);
  await deleteAccount(jon);
  await registered(app, 'jon@example.org');
  expect(await blocksOf(inesAgain)).toEqual([]);
  await deleteAccount(inesAgain);
  expect(await blocksOf(await registered(app, 'ines@example.org'))).toEqual([]);
});

test('a user who comes back finds one entry for each person they had blocked, not one for each account', async () => {
  const kofi = await registered(app, 'kofi@example.org');
  const lea = await registered(app, 'lea@example.org');
  await registered(app, 'lea+2@example.org');
  await block(kofi, lea);
  await registered(app, 'lea+3@example.org');
  await deleteAccount(kofi);
  const again = await registered(app, 'kofi@example.org');
  expect(await blocksOf(again)).toHaveLength(3);
  expect(ok(await again.api(listBlockedUsers, { params: { id: again.id } })).json).toMatchObject([
    { id: lea.id },
  ]);
  await unblock(again, lea);
  expect(await blocksOf(again)).toEqual([]);
});

test('letting in one of two accounts that a user blocked leaves what is kept for the other', async () => {
  const mara = await registered(app, 'mara@example.org');
  const accounts = [];
  for (const tag of ['', '+2', '+3']) accounts.push(await registered(app, `nils${tag}@example.org`));
  const [first, second, third] = accounts as [Person, Person, Person];
  for (const one of [first, second]) await block(mara, one);
  await deleteAccount(third);
  const ofMara = 'SELECT FROM kept_blocks WHERE blocker = (SELECT mailbox FROM users WHERE id = $1)';
  const countKept = async () => (await app.pool.query(ofMara, [mara.id])).rowCount;
  await unblock(mara, first);
  expect(await countKept()).toBe(1);
  await unblock(mara, second);
  expect(await countKept()).toBe(0);
});

/** The ids in the list of people whom a user blocked, after the user has deleted the account and come back. */
async function listedOnReturn(who: Person): Promise<string[]> {
  await deleteAccount(who);
  const again = await registered(app, who.email);
  expect(await blocksOf(again)).toHaveLength(1);
  return ok(await again.api(listBlockedUsers, { params: { id: again.id } })).json.map(({ id }) => id);
}

test('a user who comes back is not told of an account that was opened after the block', async () => {
  const omar = await registered(app, 'omar@example.org');
  const pia = await registered(app, 'pia@example.org');
  await block(omar, pia);
  await registered(app, 'pia+2@example.org');
  await deleteAccount(pia);
  expect(await listedOnReturn(omar)).toEqual([]);
});

test('a user who comes back can still let in who has deleted the account that was blocked, but not an older one', async () => {
  const quinn = await registered(app, 'quinn@example.org');
  const older = await registered(app, 'rosa@example.org');
  const rosa = await registered(app, 'rosa+2@example.org');
  await block(quinn, rosa);
  await deleteAccount(rosa);
  expect(await listedOnReturn(quinn)).toEqual([older.id]);
});
