import { deleteUser } from '@herenow/contract/accounts';
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
import { awayFrom } from './feed-crowd.ts';
import { locksTaken, outOfOrder } from './locks-taken.ts';
import { registered } from './registered.ts';
import { countDeadlocks, inTheMiddleOf } from './while-locked.ts';

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
      const body = { reporterId: id, reportedUserId: ada.id, reason: 'Underage user' } as const;
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
  const text = 'SELECT pg_advisory_xact_lock(hashtextextended(mailbox, 0)) FROM users WHERE id = $1';
  await inTheMiddleOf(
    app,
    { text, values: [twin.id] },
    async () =>
      ok(await dana.api(closeSealedCase, { params: { caseId: sealed!.id }, body: { action: 'suspend' } })),
    async () => twin.api(deleteUser, { params: { id: twin.id } }),
  );
  expect(await countDeadlocks(app)).toBe(before);
});
