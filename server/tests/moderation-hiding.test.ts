import { getUser } from '@herenow/contract/profile';
import { listCases, moderate } from '@herenow/contract/moderation';
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import { acceptPin } from '@herenow/contract/pins';
import { goOnline } from '@herenow/contract/presence';
import {
  accept,
  chatsOf,
  goVisible,
  later,
  leave,
  meet,
  ok,
  pin,
  send,
  tryPin,
} from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { hidingScene } from './hiding-scene.ts';

const scene = hidingScene();
const { grown, signedIn, report, hiddenUntil, isHidden, idsInFeed, shownTo, meetAndReport } = scene;

const judge = async (whom: Person, action: 'dismiss' | 'warn') =>
  ok(await scene.dana.api(moderate, { params: { userId: whom.id }, body: { action } }));

test('reports by two people who were shown a user hide them from feeds, profiles and pins for a day at most, and put them first in the queue', async () => {
  const { app, ada, dana } = scene;
  const [bela, chidi, eve] = [await grown('bela'), await grown('chidi'), await grown('eve')];
  const chatId = await meet(app, ada, eve);
  await report(eve, dana);
  await shownTo(bela, chidi);
  app.clock.moveBy(60_000);
  await report(bela);
  expect(await isHidden()).toBe(false);
  await report(chidi);
  const left = (await hiddenUntil())!.getTime() - app.clock.now().getTime();
  expect(left).toBeGreaterThan(DAY_MS - HOUR_MS);
  expect(left).toBeLessThanOrEqual(DAY_MS);

  expect(await idsInFeed(bela)).not.toContain(ada.id);
  expect((await bela.api(getUser, { params: { id: ada.id } })).status).toBe(404);
  await goVisible(app, bela);
  expect((await tryPin(bela, ada)).status).toBe(404);
  // Chats go on.
  await send(ada, chatId, 'still here');
  await send(eve, chatId, 'so am I');
  const [first] = ok(await dana.api(listCases)).json;
  expect(first).toMatchObject({ rank: -1, user: { id: ada.id, hiddenUntil: expect.any(String) } });

  app.clock.moveBy(DAY_MS);
  await goVisible(app, ada);
  await goVisible(app, bela);
  expect(await idsInFeed(bela)).toContain(ada.id);
});

test('the hiding of a person is sent to nobody who did not see them anyway @slow', async () => {
  const { app, ada } = scene;
  const [bela, chidi, eve] = [await grown('bela'), await grown('chidi'), await grown('eve')];
  const fay = await grown('fay');
  for (const one of [bela, chidi]) await meet(app, one, ada);
  await goVisible(app, eve);
  await pin(eve, ada);
  ok(await ada.api(goOnline, { body: { userId: ada.id } }));
  await using tab = await connectStomp({ url: app.url, token: eve.token });
  await using watching = await connectStomp({ url: app.url, token: fay.token });
  watching.send('/app/feed.watch', {});
  await Promise.all([tab.roundTrip(), watching.roundTrip()]);
  for (const one of [bela, chidi]) await report(one);
  expect(await isHidden()).toBe(true);
  await expect.poll(() => app.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  await Promise.all([tab.roundTrip(), watching.roundTrip()]);
  expect(tab.events.filter(({ queue }) => queue === 'presence')).toEqual([]);
  expect(watching.events).toEqual([]);
});

test('a hidden user meets nobody new, and is told why and until when, but not who reported', async () => {
  const { app, ada } = scene;
  const [bela, chidi, eve] = [await grown('bela'), await grown('chidi'), await grown('eve')];
  await shownTo(bela, chidi, eve);
  await goVisible(app, eve);
  await goVisible(app, bela);
  await pin(ada, bela);
  const asked = await pin(eve, ada);
  for (const one of [chidi, eve]) await report(one);
  await report(bela);
  expect(await isHidden()).toBe(true);
  // The pending pin is withdrawn.
  expect(await chatsOf(bela)).toEqual([]);

  const refusals = [
    await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(app, 1) } }),
    await tryPin(ada, bela),
    await ada.api(acceptPin, { params: { chatId: asked } }),
  ];
  for (const { status, text } of refusals) {
    expect(status).toBe(403);
    expect(text).toMatch(/^We’re checking your profile, which takes a day at most\./);
  }
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
  const { subject, text } = app.mailbox.list(ada.email)[0]!;
  expect(subject).toBe('We are checking your Herenow profile');
  expect(text).toMatch(/That takes until .* at most/);
  expect(text).not.toMatch(/report|bela|chidi|eve\b/i);

  await judge(ada, 'dismiss');
  expect(await isHidden()).toBe(false);
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(2);
  await accept(ada, asked);
  ok(await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(app, 1) } }));
});

test('ten accounts of one network count as one reporter, and new accounts do not count @slow', async () => {
  const { app, ada } = scene;
  const crowd = [];
  for (let count = 0; count < 10; count += 1) crowd.push(await grown(`eve${count}`));
  await shownTo(...crowd);
  for (const [at, one] of crowd.entries()) await report(one, ada, { network: `10.200.7.${at + 1}` });
  const young = signedIn(await person(app, 'young'));
  await shownTo(young);
  await report(young);
  expect(await isHidden()).toBe(false);
});

test('nobody can hide a stranger: a person not shown to them, or shown in an earlier session', async () => {
  const { app, ada } = scene;
  const [bela, chidi, eve, finn] = [
    await grown('bela'),
    await grown('chidi'),
    await grown('eve'),
    await grown('finn'),
  ];
  await goVisible(app, ada);
  for (const one of [bela, chidi]) await report(one);
  await shownTo(eve, finn);
  await leave(ada);
  for (const one of [eve, finn]) await report(one);
  expect(await isHidden()).toBe(false);
});

test('a chat makes two people know each other, even after the session; other kinds of reports never hide', async () => {
  const { app, ada } = scene;
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  for (const one of [bela, chidi]) await meet(app, one, ada);
  await leave(ada);
  const otherwise = { reason: 'Spam or fake account' } as const;
  for (const one of [bela, chidi]) await report(one, ada, otherwise);
  expect(await isHidden()).toBe(false);
  await report(bela);
  // It replaces the one before.
  await report(bela, ada, otherwise);
  await report(chidi);
  expect(await isHidden()).toBe(false);
  await report(bela);
  expect(await isHidden()).toBe(true);
});

test('two conspirators can hide one person, but not another each week, whether or not they are judged @slow', async () => {
  const { app, ada } = scene;
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  const victims = [ada, await grown('finn'), await grown('gail'), await grown('hugo')];
  const hide = async (victim: Person) => {
    await meetAndReport([bela, chidi], victim);
    return await isHidden(victim);
  };
  expect(await hide(victims[0]!)).toBe(true);
  app.clock.moveBy(7 * DAY_MS);
  expect(await hide(victims[1]!)).toBe(false);
  // A report judged wrong lowers the standing for longer.
  await judge(victims[0]!, 'dismiss');
  app.clock.moveBy(40 * DAY_MS);
  expect(await hide(victims[2]!)).toBe(false);
  app.clock.moveBy(91 * DAY_MS);
  expect(await hide(victims[3]!)).toBe(true);
});

test('a wrong report stays wrong, whatever its reporter reports next, before or after it is judged @slow', async () => {
  const { app, ada } = scene;
  const [bela, chidi, dean, edna] = [
    await grown('bela'),
    await grown('chidi'),
    await grown('dean'),
    await grown('edna'),
  ];
  const [finn, gail] = [await grown('finn'), await grown('gail')];
  await meetAndReport([bela, chidi]);
  expect(await isHidden()).toBe(true);
  await report(bela, ada, { reason: 'Other' });
  await judge(ada, 'dismiss');
  await report(chidi, ada, { reason: 'Other' });
  expect(ok(await scene.dana.api(listCases)).json).toMatchObject([
    { user: { id: ada.id }, reports: [{ reason: 'Other' }] },
  ]);
  await judge(ada, 'warn');
  app.clock.moveBy(40 * DAY_MS);
  await meetAndReport([bela, dean], finn);
  expect(await isHidden(finn)).toBe(false);
  await meetAndReport([chidi, edna], gail);
  expect(await isHidden(gail)).toBe(false);
  // It took the two for that.
  await meetAndReport([dean], gail);
  expect(await isHidden(gail)).toBe(true);
});

test('more accounts of the same two mailboxes cannot hide more people @slow', async () => {
  const { app, ada } = scene;
  const other = async (of: Person) => {
    const one = await grown(`${of.name} too`);
    const set = 'UPDATE users SET mailbox = $1 WHERE id = ANY($2)';
    await app.pool.query(set, [of.name, [of.id, one.id]]);
    return one;
  };
  const [bela, chidi, finn] = [await grown('bela'), await grown('chidi'), await grown('finn')];
  const second = [await other(bela), await other(chidi)];
  await meetAndReport([bela, chidi]);
  expect(await isHidden()).toBe(true);
  await meetAndReport(second, finn);
  expect(await isHidden(finn)).toBe(false);
  await judge(ada, 'warn');
  await report(second[0]!, finn);
  expect(await isHidden(finn)).toBe(true);
});

test('a reporter who was right keeps their standing, and the network of a judged report is deleted', async () => {
  const { app, ada } = scene;
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  const second = await grown('finn');
  await meetAndReport([bela, chidi]);
  const networksKept = () =>
    app.db.selectFrom('reports').select('network').where('network', 'is not', null).execute();
  expect(await networksKept()).toHaveLength(2);
  await judge(ada, 'warn');
  expect(await networksKept()).toEqual([]);
  app.clock.moveBy(DAY_MS);
  await meetAndReport([bela, chidi], second);
  expect(await isHidden(second)).toBe(true);
});
