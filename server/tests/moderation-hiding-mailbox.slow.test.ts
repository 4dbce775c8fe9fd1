import { DAY_MS } from '@herenow/contract/constants';
import { moderate } from '@herenow/contract/moderation';
import { goOnline } from '@herenow/contract/presence';
import { listSealedCases, closeSealedCase } from '@herenow/contract/sealed-cases';
import { chatsOf, goVisible, later, meet, ok, tryPin } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { deleteAccount } from '@herenow/testing/safety';
import { expect, test } from 'vitest';
import { hidingScene } from './hiding-scene.ts';
import { opened, registered, verify } from './registered.ts';

const scene = hidingScene();
const { grown, signedIn, isHidden, hiddenUntil, idsInFeed, meetAndReport } = scene;

/** Opens an account that stays signed in. */
const register = async (email: string, dateOfBirth?: string): Promise<Person> =>
  signedIn(await registered(scene.app, email, dateOfBirth === undefined ? {} : { dateOfBirth }));
const tryVisible = async (who: Person) => {
  const body = { userId: who.id, onlineUntil: later(scene.app, 1) };
  return (await who.api(goOnline, { body })).status;
};
const two = async () => [await grown('bela'), await grown('chidi')] as const;

test('a hidden user who deletes the account comes back hidden, for the same time, with any date of birth and spelling', async () => {
  const mallory = await register('mallory@example.org', '2017-01-01');
  await meetAndReport(await two(), mallory);
  const until = await hiddenUntil(mallory);
  await deleteAccount(mallory);
  const again = await register('Mallory+2@example.org');
  expect(await hiddenUntil(again)).toEqual(until);
  expect(await tryVisible(again)).toBe(403);
  await deleteAccount(again);
  const third = await register('mallory@example.org');
  expect(await tryVisible(third)).toBe(403);
  scene.app.clock.moveBy(DAY_MS);
  expect(await tryVisible(third)).toBe(200);
});

test('the other accounts of a hidden user are hidden, and so is one that is opened meanwhile', async () => {
  const { app } = scene;
  const [mallory, other] = [await register('mal@example.org'), await register('mal+2@example.org')];
  const [eve, finn] = [await grown('eve'), await grown('finn')];
  for (const one of [other, eve, finn]) await goVisible(app, one);
  ok(await tryPin(other, finn));
  expect(await idsInFeed(eve)).toContain(other.id);
  await meetAndReport(await two(), mallory);
  expect(await isHidden(other)).toBe(true);
  expect(await idsInFeed(eve)).not.toContain(other.id);
  expect(await chatsOf(finn)).toEqual([]);
  const pinned = await tryPin(other, eve);
  expect(pinned.status).toBe(403);
  const third = await register('mal+3@example.org');
  expect(await tryVisible(third)).toBe(403);

  const judge = async (whom: Person) =>
    ok(await scene.dana.api(moderate, { params: { userId: whom.id }, body: { action: 'warn' } }));
  // No report on the other account is pending; those on the first still hide it.
  await judge(other);
  expect(await isHidden(other)).toBe(true);
  await judge(mallory);
  for (const one of [mallory, other, third]) expect(await tryVisible(one)).toBe(200);
});

test('an account that a stranger opens for the mailbox neither reveals nor prevents the hiding', async () => {
  const { app } = scene;
  const mallory = await register('mal@example.org');
  const [squatter, suspended] = [
    await opened(app, 'mal+1@example.org'),
    await opened(app, 'mal+2@example.org'),
  ];
  const suspend = { params: { userId: suspended.id }, body: { action: 'suspend' as const } };
  ok(await scene.dana.api(moderate, suspend));
  await meetAndReport(await two(), mallory);
  expect(await isHidden(mallory)).toBe(true);
  // It would stand in the copy of their data that they can ask for.
  expect(await hiddenUntil(squatter)).toBeNull();
  const until = await hiddenUntil(mallory);
  await verify(app, squatter);
  expect(await hiddenUntil(squatter)).toEqual(until);
});

test('dismissing the sealed case ends the hiding of a user who came back', async () => {
  const { dana } = scene;
  const mallory = await register('mal@example.org');
  await meetAndReport(await two(), mallory);
  await deleteAccount(mallory);
  const again = await register('mal@example.org');
  expect(await tryVisible(again)).toBe(403);
  const [sealed] = ok(await dana.api(listSealedCases)).json;
  ok(await dana.api(closeSealedCase, { params: { caseId: sealed!.id }, body: { action: 'dismiss' } }));
  expect(await tryVisible(again)).toBe(200);
  await deleteAccount(again);
  expect(await tryVisible(await register('mal@example.org'))).toBe(200);
});

test('a user who was hidden and comes back is not hidden again within 30 days', async () => {
  const { app } = scene;
  const mallory = await register('mal@example.org');
  await meetAndReport(await two(), mallory);
  await deleteAccount(mallory);
  app.clock.moveBy(2 * DAY_MS);
  const again = await register('mal@example.org');
  const [eve, finn] = [await grown('eve'), await grown('finn')];
  for (const one of [eve, finn]) await meet(app, one, again);
  for (const one of [eve, finn]) await scene.report(one, again);
  expect(await isHidden(again)).toBe(false);
});

test('nobody else is hidden', async () => {
  const other = await person(scene.app, 'other');
  await meetAndReport(await two());
  await deleteAccount(scene.ada);
  expect(await isHidden(other)).toBe(false);
  expect(await tryVisible(await register('other@example.org'))).toBe(200);
});

/** Opens an account that is a month old. */
async function registerOld(email: string): Promise<Person> {
  const one = await register(email);
  const set = "UPDATE users SET created_at = created_at - interval '30 days' WHERE id = $1";
  await scene.app.pool.query(set, [one.id]);
  return one;
}

test('two conspirators cannot hide more people by deleting their accounts and coming back, nor if their victim does', async () => {
  const { app, ada } = scene;
  const conspire = async (whom: Person) => {
    const both = [await registerOld('con@example.org'), await registerOld('spire@example.org')];
    await meetAndReport(both, whom);
    for (const one of both) await deleteAccount(one);
    return await isHidden(whom);
  };
  expect(await conspire(ada)).toBe(true);
  app.clock.moveBy(7 * DAY_MS);
  expect(await conspire(await grown('eve'))).toBe(false);

  const victim = await register('victim@example.org');
  const others = await two();
  await meetAndReport(others, victim);
  expect(await isHidden(victim)).toBe(true);
  await deleteAccount(victim);
  const next = await grown('finn');
  await meetAndReport(others, next);
  expect(await isHidden(next)).toBe(false);
});
