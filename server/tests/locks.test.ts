import { deleteUser } from '@herenow/contract/accounts';
import { appeal } from '@herenow/contract/appeals';
import { DAY_MS } from '@herenow/contract/constants';
import { moderate } from '@herenow/contract/moderation';
import { rejectPin, withdrawPin } from '@herenow/contract/pins';
import { updateLocation, updateUser } from '@herenow/contract/profile';
import { reportUser } from '@herenow/contract/safety';
import { closeSealedCase, listSealedCases } from '@herenow/contract/sealed-cases';
import {
  accept,
  goHidden,
  goVisible,
  leave,
  meet,
  ok,
  pin,
  visiblePeople,
} from '@herenow/testing/encounters';
import { api, BERLIN, person, type Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { beforeAll, expect, test } from 'vitest';
import { appealTokenIn } from './appeal-token.ts';
import { awayFrom } from './feed-crowd.ts';
import { locksTaken, outOfOrder } from './locks-taken.ts';
import { registered } from './registered.ts';
import { newId } from '../src/lib/ids.ts';
import { setForgetAt } from '../src/features/pins/memory-store.ts';
import { countDeadlocks, inTheMiddleOf, whileLocked } from './while-locked.ts';

const LOCK = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
const MAILBOX_LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended(mailbox, 0)) FROM users WHERE id = $1';

const app = sharedApp({ trustProxy: true });
let dana: Person;
beforeAll(async () => {
  dana = await person(app, 'dana');
  await makeOperator(app, dana);
});

/** Two verified accounts of one mailbox, both visible. */
async function twins(name: string): Promise<[Person, Person]> {
  const two = [
    await registered(app, `${name}+1@example.org`),
    await registered(app, `${name}+2@example.org`),
  ] as [Person, Person];
  for (const one of two) await goVisible(app, one);
  return two;
}

/** Expects that something locks rows, in the order of all locks. */
async function expectInOrder(act: () => Promise<unknown>): Promise<void> {
  const taken = await locksTaken(app, act);
  expect(taken.flat().length).toBeGreaterThan(0);
  expect(outOfOrder(taken)).toEqual([]);
}

const act = (whom: Person, action: 'suspend' | 'delete' | 'warn') =>
  dana.api(moderate, { params: { userId: whom.id }, body: { action } });

test('what two people do locks people, then presences, then chats, each by id', async () => {
  const [ada, bela, chidi] = await visiblePeople(app, 'ada', 'bela', 'chidi');
  await expectInOrder(async () => {
    const chatId = await pin(ada, bela);
    await accept(bela, chatId);
    const rejected = await pin(chidi, ada);
    ok(await ada.api(rejectPin, { params: { chatId: rejected } }));
    await pin(ada, chidi);
    ok(await ada.api(withdrawPin, { body: { userId: ada.id, pinnedUserId: chidi.id } }));
    await goVisible(app, ada, 2);
    await goHidden(app, ada, 1);
    const body = { type: 'Point' as const, coordinates: awayFrom(BERLIN, 3, 0) };
    ok(await ada.api(updateLocation, { params: { id: ada.id }, body }));
    ok(await ada.api(updateUser, { body: { bio: 'New words' } }));
    const report = { reporterId: bela.id, reportedUserId: ada.id, reason: 'Other', fromChat: true } as const;
    ok(await bela.api(reportUser, { body: report }));
    ok(await act(ada, 'warn'));
    await leave(ada);
    await block(bela, ada);
    ok(await ada.api(deleteUser, { params: { id: ada.id } }));
  });
});

test('the chats of two accounts of a mailbox that is suspended are locked together', async () => {
  const [ada, twin] = await twins('ada');
  const [bela] = await visiblePeople(app, 'bela');
  await pin(twin, bela);
  await pin(ada, bela);
  await expectInOrder(async () => ok(await act(ada, 'suspend')));
});

test('a block of a mailbox locks the chats with its accounts together', async () => {
  const [ada, twin] = await twins('blocked');
  const [bela] = await visiblePeople(app, 'bela');
  await accept(bela, await pin(ada, bela));
  await pin(bela, twin);
  await expectInOrder(() => block(bela, twin));
});

test('a person with two accounts who is hidden has both presences locked before any chat', async () => {
  const [ada, twin] = await twins('hidden');
  const reporters = await visiblePeople(app, 'bela', 'chidi');
  const longAgo = new Date(app.clock.now().getTime() - 30 * DAY_MS);
  for (const one of reporters) {
    await app.db.updateTable('users').set({ created_at: longAgo }).where('id', '=', one.id).execute();
    await meet(app, one, twin);
    await meet(app, one, ada);
  }
  await expectInOrder(async () => {
    for (const [n, { id, token }] of reporters.entries()) {
      const report = { reporterId: id, reportedUserId: ada.id, reason: 'Underage user' } as const;
      const body = { ...report, alsoBlock: n === 1 };
      ok(await api(app, reportUser, { body, token, headers: { 'x-forwarded-for': `10.${n}.0.1` } }));
    }
  });
  const hidden = app.db.selectFrom('presences').select('status').where('user_id', 'in', [ada.id, twin.id]);
  expect(await hidden.execute()).toEqual([{ status: 'incognito' }, { status: 'incognito' }]);
});

test('a sealed case that is closed locks the accounts of its mailbox before the mailbox', async () => {
  const [ada, twin] = await twins('sealed');
  const bela = await person(app, 'bela');
  const body = { reporterId: bela.id, reportedUserId: ada.id, reason: 'Other' } as const;
  ok(await bela.api(reportUser, { body }));
  ok(await ada.api(deleteUser, { params: { id: ada.id } }));
  const [sealed] = ok(await dana.api(listSealedCases)).json;
  const before = await countDeadlocks(app);
  await inTheMiddleOf(
    app,
    { text: MAILBOX_LOCK, values: [twin.id] },
    async () =>
      ok(await dana.api(closeSealedCase, { params: { caseId: sealed!.id }, body: { action: 'suspend' } })),
    async () => twin.api(deleteUser, { params: { id: twin.id } }),
  );
  expect(await countDeadlocks(app)).toBe(before);
});

/** Expects no deadlock if an act begins while another waits for the lock of a person. */
async function expectTurns(
  { id }: Person,
  first: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<void> {
  const before = await countDeadlocks(app);
  await inTheMiddleOf(app, { text: LOCK, values: [id] }, first, other);
  expect(await countDeadlocks(app)).toBe(before);
}

test('the hiding that a deleted account left is ended under the lock of the others of its mailbox', async () => {
  const [ada, twin] = await twins('kept');
  const bela = await person(app, 'bela');
  const body = { reporterId: bela.id, reportedUserId: ada.id, reason: 'Underage user' } as const;
  ok(await bela.api(reportUser, { body }));
  const until = new Date(app.clock.now().getTime() + DAY_MS);
  await app.db
    .updateTable('users')
    .set({ hidden_until: until })
    .where('id', 'in', [ada.id, twin.id])
    .execute();
  ok(await ada.api(deleteUser, { params: { id: ada.id } }));
  const sealed = ok(await dana.api(listSealedCases)).json.at(-1)!;
  await expectTurns(
    twin,
    async () => ok(await twin.api(deleteUser, { params: { id: twin.id } })),
    async () =>
      ok(await dana.api(closeSealedCase, { params: { caseId: sealed.id }, body: { action: 'dismiss' } })),
  );
});

test('two people of whom one has reported the other, which was judged, delete their accounts at once', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const body = { reporterId: ada.id, reportedUserId: bela.id, reason: 'Other' } as const;
  ok(await ada.api(reportUser, { body }));
  ok(await dana.api(moderate, { params: { userId: bela.id }, body: { action: 'dismiss' } }));
  const before = await countDeadlocks(app);
  const leave = (one: Person) => async () => ok(await one.api(deleteUser, { params: { id: one.id } }));
  const lock = { text: 'SELECT FROM photos WHERE user_id = $1 FOR UPDATE', values: [bela.id] };
  await inTheMiddleOf(app, lock, leave(bela), leave(ada));
  expect(await countDeadlocks(app)).toBe(before);
});

test('an operator who deletes somebody locks those whom they reported in the order of all people', async () => {
  const [bela, ada] = [await person(app, 'bela'), await person(app, 'ada')];
  expect(bela.id < ada.id).toBe(true);
  const body = { reporterId: ada.id, reportedUserId: bela.id, reason: 'Other' } as const;
  ok(await ada.api(reportUser, { body }));
  await app.db.updateTable('users').set({ mailbox: 'of ada' }).where('id', '=', ada.id).execute();
  const before = await countDeadlocks(app);
  const lock = { text: MAILBOX_LOCK, values: [ada.id] };
  await inTheMiddleOf(
    app,
    lock,
    async () => ok(await act(ada, 'delete')),
    () => block(bela, ada).catch(() => {}),
  );
  expect(await countDeadlocks(app)).toBe(before);
});

test('an appeal locks the person before it refers to them', async () => {
  const two = await twins('appealing');
  const [ada, twin] = two[0].id < two[1].id ? two : [two[1], two[0]];
  ok(await act(twin, 'warn'));
  const mails = () => app.mailbox.list(twin.email).filter(({ text }) => text.includes('/appeal'));
  await expect.poll(mails).not.toEqual([]);
  const token = appealTokenIn(mails()[0]!.text);
  const body = { token, words: 'It was a joke.' };
  // Only a deletion waits for those who refer to the person.
  await expectTurns(
    ada,
    async () => ok(await act(twin, 'delete')),
    async () => expect((await api(app, appeal, { body })).status).toBe(404),
  );
});

test('a suspension is ended without waiting for those who refer to the person', async () => {
  const [ada] = await twins('reinstated');
  ok(await act(ada, 'suspend'));
  const reinstate = () => dana.api(moderate, { params: { userId: ada.id }, body: { action: 'reinstate' } });
  const lock = 'SELECT FROM users WHERE id = $1 FOR KEY SHARE';
  const { answer, waited } = await whileLocked(app, { lock, change: lock, values: [ada.id] }, reinstate);
  ok(answer);
  expect(waited).toBe(false);
});

test('an account that was never verified is locked together with those whom it has reported', async () => {
  const [bela, ada] = [await person(app, 'bela'), await person(app, 'ada')];
  expect(bela.id < ada.id).toBe(true);
  const body = { reporterId: ada.id, reportedUserId: bela.id, reason: 'Other' } as const;
  ok(await ada.api(reportUser, { body }));
  const longAgo = new Date(app.clock.now().getTime() - 31 * DAY_MS);
  // Reported at a time when it took no finished registration.
  const idle = { email_validated: false, created_at: longAgo, last_active_at: longAgo };
  await app.db.updateTable('users').set(idle).where('id', '=', ada.id).execute();
  await expectInOrder(() => app.accounts.unverified.sweep());
  const left = app.db.selectFrom('users').select('id').where('id', '=', ada.id);
  expect(await left.execute()).toEqual([]);
});

test('what is remembered of pins is locked in one order, however it lies in the table', async () => {
  const [mailbox, other] = ['a mailbox', 'b mailbox'];
  for (const [pinner, target] of [
    [other, mailbox],
    [mailbox, other],
  ])
    await app.db
      .insertInto('pin_memories')
      .values({ pinner: pinner!, target: target!, rejections: 1, pinned_at: app.clock.now() })
      .execute();
  const lock = 'SELECT FROM pin_memories WHERE pinner = $1 FOR UPDATE';
  // Nobody has locked the second row yet.
  const change = 'SELECT FROM pin_memories WHERE target = $1 FOR UPDATE NOWAIT';
  const { waited } = await whileLocked(app, { lock, change, values: [mailbox] }, () =>
    app.work((tx) => setForgetAt(tx.db, mailbox!, app.clock.now())),
  );
  expect(waited).toBe(true);
});

test('a photo is not removed while its owner puts it back, and holds up no other', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const since = app.clock.now();
  const add = ({ id }: Person) =>
    app.db
      .insertInto('photos')
      .values({
        id: newId(),
        key: newId(),
        user_id: id,
        thumbhash: '',
        unheld_since: since,
        created_at: since,
      })
      .execute();
  const positions = async ({ id }: Person) =>
    (
      await app.db
        .selectFrom('photos')
        .select('position')
        .where('user_id', '=', id)
        .orderBy('position')
        .execute()
    ).map(({ position }) => position);
  const before = await positions(bela);
  await add(ada);
  await add(bela);
  const profile = await app.pool.connect();
  try {
    await profile.query('BEGIN');
    await profile.query(LOCK, [ada.id]);
    app.clock.moveBy(DAY_MS);
    await expect.poll(() => positions(bela)).toEqual(before);
    await profile.query('UPDATE photos SET position = 7 WHERE user_id = $1 AND position IS NULL', [ada.id]);
    await profile.query('COMMIT');
  } finally {
    profile.release();
  }
  await add(bela);
  await expect.poll(() => positions(bela)).toEqual(before);
  expect(await positions(ada)).toContain(7);
});
