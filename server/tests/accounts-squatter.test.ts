/** A stranger opens accounts for the mailbox of another person, and can verify none of them. */
import { createUser, validateToken } from '@herenow/contract/accounts';
import { DAY_MS } from '@herenow/contract/constants';
import { updateUser } from '@herenow/contract/profile';
import { listBlockedUsers, reportUser } from '@herenow/contract/safety';
import { closeSealedCase, listSealedCases } from '@herenow/contract/sealed-cases';
import { goVisible, meet, ok } from '@herenow/testing/encounters';
import { api, BERLIN, PASSWORD, person, type Person } from '@herenow/testing/people';
import { block, deleteAccount, tryBlock } from '@herenow/testing/safety';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';
import { BLUE, halves, RED, upload } from './photos-pictures.ts';
import { opened, registered, verify } from './registered.ts';

const scene = deskScene();
const { act, signIn } = scene;

const report = async (from: Person, about: Person) => {
  const reason = 'Inappropriate photos' as const;
  ok(await from.api(reportUser, { body: { reporterId: from.id, reportedUserId: about.id, reason } }));
};
const sealed = async () => ok(await scene.dana.api(listSealedCases)).json;
/** Makes a person, and an account that somebody else opened for another spelling of their mailbox. */
async function pair(name: string): Promise<{ victim: Person; squatter: Person }> {
  const victim = await registered(scene.app, `${name}@example.org`);
  return { victim, squatter: await opened(scene.app, `${name}+x@example.org`) };
}
const isIn = async (who: Person) => (await who.api(validateToken)).status === 200;

test('acts on such an account do not affect the person', async () => {
  const { victim, squatter } = await pair('ann');
  await report(await person(scene.app, 'helper'), squatter);
  for (const action of ['warn', 'remove-name', 'suspend'] as const) ok(await act(squatter, action));
  expect(scene.app.mailbox.list(squatter.email)).toEqual([]);
  expect([await isIn(squatter), await isIn(victim)]).toEqual([false, true]);
  ok(await signIn(victim));
  await goVisible(scene.app, victim);
  ok(await act(squatter, 'reinstate'));
  // Mails are sent in the order of the acts.
  ok(await act(victim, 'warn'));
  await expect.poll(() => scene.app.mailbox.list(victim.email)[0]!.subject).toMatch(/Herenow/);
  expect(scene.app.mailbox.list(squatter.email)).toEqual([]);
  await registered(scene.app, 'ann+2@example.org');
});

test('reports on a deleted one are no sealed case of the person', async () => {
  const { squatter } = await pair('ben');
  await report(await person(scene.app, 'helper'), squatter);
  await deleteAccount(squatter);
  expect(await sealed()).toEqual([]);
});

test('a photo that is removed from one does not bar the person from it', async () => {
  const { app } = scene;
  const { victim, squatter } = await pair('cat');
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const [photo] = (await upload(app, squatter, [bytes])).photos;
  ok(await squatter.api(updateUser, { body: { id: squatter.id, photos: [{ id: photo!.id }] } as never }));
  ok(await act(squatter, 'remove-photo', { photoId: photo!.id }));
  expect((await upload(app, squatter, [bytes])).status).toBe(409);
  expect((await upload(app, victim, [bytes])).status).toBe(200);
});

test('such an account does not reveal the person’s suspension, and can be verified only after it', async () => {
  const { app } = scene;
  const { victim, squatter } = await pair('dot');
  ok(await act(victim, 'suspend', { why: 'You threatened somebody.' }));
  expect(await isIn(victim)).toBe(false);
  expect((await signIn(squatter)).text).not.toMatch(/threatened|appeal#/);
  await expect(verify(app, squatter)).rejects.toThrow('This account is suspended');
  ok(await act(victim, 'reinstate'));
  app.clock.moveBy(60_000);
  await verify(app, squatter);
});

test('opening one does not reveal a suspension, even after the person has deleted the account', async () => {
  const { app } = scene;
  const open = async (name: string) => {
    const location = { type: 'Point' as const, coordinates: BERLIN };
    const body = { email: `${name}@example.org`, password: PASSWORD, location };
    const { status, text } = await api(app, createUser, { body });
    return { status, text, session: (await signIn(body)).status };
  };
  const victim = await registered(app, 'hal@example.org');
  ok(await act(victim, 'suspend'));
  expect(await open('hal+y')).toEqual(await open('nobody+y'));
  ok(await act(victim, 'delete'));
  expect(await open('hal')).toEqual(await open('nobody'));
});

test('such an account does not show whom the person had blocked, and the person gets their blocks back', async () => {
  const { app } = scene;
  const { victim, squatter } = await pair('eve');
  const other = await registered(app, 'other@example.org');
  await block(victim, other);
  await deleteAccount(victim);
  const later = await opened(app, 'eve+y@example.org');
  const blockedBy = async (who: Person) =>
    ok(await who.api(listBlockedUsers, { params: { id: who.id } })).json.map(({ id }) => id);
  for (const one of [squatter, later]) expect(await blockedBy(one)).toEqual([]);
  expect(await blockedBy(await registered(app, 'eve@example.org'))).toEqual([other.id]);
});

test('blocks by one are not those of the person who comes back', async () => {
  const { app } = scene;
  const { victim, squatter } = await pair('fay');
  const other = await registered(app, 'other@example.org');
  expect((await tryBlock(squatter, other)).status).toBe(409);
  await deleteAccount(squatter);
  await deleteAccount(victim);
  const again = await registered(app, 'fay@example.org');
  expect(await meet(app, again, other)).toBeDefined();
});

test('a person who deletes the account stays suspended, whoever else has opened one', async () => {
  const { app, dana } = scene;
  const { victim: mallory, squatter } = await pair('gus');
  await report(await person(app, 'helper'), mallory);
  await deleteAccount(mallory);
  const [one] = await sealed();
  ok(await dana.api(closeSealedCase, { params: { caseId: one!.id }, body: { action: 'suspend' } }));
  await expect(verify(app, squatter)).rejects.toThrow('This account is suspended');
  await expect(registered(app, 'gus@example.org')).rejects.toThrow('This account is suspended');
  app.clock.moveBy(91 * DAY_MS);
  await registered(app, 'gus+2@example.org');
});
