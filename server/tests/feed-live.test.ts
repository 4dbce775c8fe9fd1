import type { FeedItem } from '@herenow/contract/entities';
import { listFeed, listFeedChanges } from '@herenow/contract/feed';
import { goHidden, goVisible, leave, ok, tellPosition } from '@herenow/testing/encounters';
import { BERLIN, type Person } from '@herenow/testing/people';
import { block, unblock } from '@herenow/testing/safety';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test, vi } from 'vitest';
import { awayFrom, crowd, sameDice } from './feed-crowd.ts';
import { changesOf, someone, told, watching } from './feed-watching.ts';

test('a hint is sent when people come, change, move or leave, without saying who it was', async () => {
  await using app = await startApp();
  const [ada, bela] = [
    await someone(app, 'ada'),
    await someone(app, 'bela', { at: awayFrom(BERLIN, 3, 90) }),
  ];
  await using tab = await watching(app, ada);
  await goVisible(app, bela);
  expect(await tab.nextEvent('nearby')).toEqual({});
  const asOf: unknown = expect.any(String);
  const first = { came: [bela.id], more: false, gone: [], changed: [], moved: false, asOf };
  expect(await changesOf(ada)).toEqual(first);

  // Who moves is seen where they were for a while.
  await tellPosition(bela, awayFrom(BERLIN, 90, 90));
  await goVisible(app, bela, 2);
  await tab.nextEvent('nearby');
  const shown = [{ id: bela.id }];
  const { changed } = await changesOf(ada, shown);
  expect(changed).toMatchObject([{ id: bela.id }]);
  expect((await changesOf(ada, changed)).changed).toEqual([]);
  // A different end of the presence is a change as well.
  await goVisible(app, bela, 1);
  await tab.nextEvent('nearby');
  expect((await changesOf(ada, changed)).changed).toMatchObject([{ id: bela.id }]);

  await leave(bela);
  await tab.nextEvent('nearby');
  expect(await changesOf(ada, shown)).toMatchObject({ came: [], gone: [bela.id] });
  expect(new Set(tab.events.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['{}']));
});

test('a user who comes between a page and its watch is noticed', async () => {
  await using app = await startApp();
  const [ada, bela] = [await someone(app, 'ada'), await someone(app, 'bela')];
  expect(ok(await ada.api(listFeed, { body: { userId: ada.id } })).json).toEqual([]);
  await goVisible(app, bela);
  await using tab = await watching(app, ada, { ago: 200 });
  await tab.nextEvent('nearby');
  await using later = await watching(app, ada, { ago: 20_000 });
  await later.nextEvent('nearby');
});

test('a socket gets at most two hints within a second, however much happens @slow', async () => {
  await using app = await startApp();
  const ada = await someone(app, 'ada');
  const others = await Promise.all(Array.from({ length: 12 }, (_, at) => someone(app, `person ${at}`)));
  await using tab = await watching(app, ada);
  const begun = performance.now();
  for (const one of others) await goVisible(app, one);
  await tab.nextEvent('nearby');
  await tab.nextEvent('nearby');
  const seconds = (performance.now() - begun) / 1000;
  expect(told(tab)).toBeLessThanOrEqual(2 + Math.floor(seconds));
  expect((await changesOf(ada)).came).toHaveLength(12);
});

test('a socket watches from the place of its device, and from nowhere else', async () => {
  await using app = await startApp();
  const ada = await someone(app, 'ada');
  const there = awayFrom(BERLIN, 40, 90);
  const [near, away] = [await someone(app, 'near'), await someone(app, 'away', { at: there })];
  await using tab = await watching(app, ada, { maxDistanceKm: 5 });
  await tellPosition(ada, there);
  // The feed that it shows is now that of another place.
  await tab.nextEvent('nearby');
  // A second later, when another hint would be sent at once.
  const now = performance.now.bind(performance);
  using _later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1000);
  await goVisible(app, near);
  await tab.roundTrip();
  expect(told(tab)).toBe(1);
  await goVisible(app, away);
  await tab.nextEvent('nearby');
  expect(await changesOf(ada, [{ id: near.id }], { preferences: { maxDistanceKm: 5 } })).toMatchObject({
    came: [away.id],
    gone: [near.id],
  });
});

test('no hint is sent for changes beyond the loaded part @slow', async () => {
  await using app = await startApp();
  const ada = await someone(app, 'ada');
  await crowd(
    app,
    Array.from({ length: 8 }, (_, at) => ({ at: awayFrom(BERLIN, 1 + at, 45) })),
  );
  const { json, headers } = ok(await ada.api(listFeed, { body: { userId: ada.id, limit: 3 } }));
  const until = /after=([^>]+)/.exec(headers.get('link')!)![1]!;
  await using tab = await watching(app, ada, { until });
  const [near, beyond] = [
    await someone(app, 'near', { at: awayFrom(BERLIN, 1, 200) }),
    await someone(app, 'beyond', { at: awayFrom(BERLIN, 20, 200) }),
  ];
  await goVisible(app, beyond);
  await tab.roundTrip();
  expect(told(tab)).toBe(0);
  await goVisible(app, near);
  await tab.nextEvent('nearby');
  expect((await changesOf(ada, json, { until })).came).toEqual([near.id]);
  expect((await changesOf(ada, json)).came).toHaveLength(7);
  await tellPosition(ada, awayFrom(BERLIN, 6, 0));
  expect(await changesOf(ada, json, { until })).toMatchObject({ came: [], moved: true });
});

test('the changes equal those of the feed, whoever comes and goes, whatever the filter @slow', async () => {
  await using app = await startApp();
  const dice = sameDice(11);
  const ada = await someone(app, 'ada');
  const genders = ['She/Her', 'He/Him', 'They/Them'] as const;
  const anybody = () => ({
    at: awayFrom(BERLIN, dice() * 14, dice() * 360),
    gender: genders[Math.floor(dice() * 3)]!,
    dateOfBirth: `${1985 + Math.floor(dice() * 25)}-05-14`,
    tags: dice() < 0.5 ? ['coffee'] : ['hiking'],
  });
  for (const preferences of [
    {},
    { maxDistanceKm: 5, gender: ['She/Her' as const] },
    { minAge: 30, maxAge: 42, interestedIn: ['coffee'] },
    { maxDistanceKm: 10, gender: ['He/Him' as const, 'They/Them' as const], minAge: 28 },
  ]) {
    await app.db.deleteFrom('users').where('id', '!=', ada.id).execute();
    const feed = async () =>
      ok(await ada.api(listFeed, { body: { userId: ada.id, limit: 50, preferences } })).json;
    const people = await crowd(app, Array.from({ length: 32 }, anybody));
    const before = await feed();
    const left = people.filter(() => dice() < 0.3).map(({ id }) => id);
    await app.db.deleteFrom('presences').where('user_id', 'in', left).execute();
    await crowd(app, Array.from({ length: 15 }, anybody));
    const { came, gone, changed } = await changesOf(ada, before, { preferences });
    // None of these people is verified, so a filter for verified people lets none through.
    const verified = await changesOf(ada, before, { preferences: { ...preferences, verifiedOnly: true } });
    expect(verified).toMatchObject({ came: [], gone: before.map(({ id }) => id) });
    expect(changed).toEqual([]);
    const after = (await feed()).map(({ id }) => id);
    const shown = before.map(({ id }) => id);
    expect([...shown.filter((id) => !gone.includes(id)), ...came].toSorted()).toEqual(after.toSorted());
    expect(gone.toSorted()).toEqual(shown.filter((id) => left.includes(id)).toSorted());
  }
});

test('changes found from recent events equal those found by looking at everybody @slow', async () => {
  await using app = await startApp();
  const ada = await someone(app, 'ada');
  const names = ['bela', 'chidi', 'dana', 'eda', 'far'];
  // The first two are at the same distance, and come in the order of their ids.
  const [bela, chidi, dana, eda, far] = (await Promise.all(
    names.map((name, at) =>
      someone(app, name, { at: awayFrom(BERLIN, name === 'far' ? 30 : Math.max(at, 1), 90) }),
    ),
  )) as [Person, Person, Person, Person, Person];
  await using tab = await watching(app, ada, { maxDistanceKm: 10 });
  const preferences = { maxDistanceKm: 10 };
  type Shown = Pick<FeedItem, 'id' | 'onlineUntil' | 'location'>;
  const ask = async (shown: Shown[], since: string | null = null) =>
    ok(await ada.api(listFeedChanges, { body: { userId: ada.id, preferences, shown, since } })).json;
  let shown: Shown[] = [];
  let { asOf } = await ask(shown);
  for (const happens of [
    async () => {
      for (const one of [bela, chidi, far]) await goVisible(app, one);
    },
    () => Promise.all([goVisible(app, dana), goHidden(app, eda, 1), leave(far)]),
    () => block(ada, bela),
    () => Promise.all([goVisible(app, eda), leave(dana), goVisible(app, chidi, 2)]),
    () => unblock(ada, bela),
    () => tellPosition(chidi, awayFrom(BERLIN, 3, 180)),
    () => Promise.all([goHidden(app, eda, 1), leave(bela)]),
  ]) {
    await happens();
    const [whole, since] = [await ask(shown), await ask(shown, asOf)];
    expect({ ...since, asOf: '' }).toEqual({ ...whole, asOf: '' });
    asOf = since.asOf;
    const { came, gone, changed } = whole;
    shown = [...shown.filter(({ id }) => !gone.includes(id)), ...came].map(
      (one) => changed.find(({ id }) => id === one.id) ?? one,
    );
  }
  expect(shown.map(({ id }) => id)).toEqual([chidi.id]);

  // A mark of this server checks only people with events since; a mark of another server checks everyone.
  await app.db.deleteFrom('presences').where('user_id', '=', chidi.id).execute();
  expect((await ask(shown, asOf)).gone).toEqual([]);
  expect((await ask(shown, `00000000${asOf!.slice(8)}`)).gone).toEqual([chidi.id]);
  await tab.roundTrip();
});

test('asking for a person who was not shown is no cheaper @slow', async () => {
  await using app = await startApp({ rateLimits: true });
  const ada = await someone(app, 'ada');
  const people = await crowd(
    app,
    Array.from({ length: 2100 }, (_, at) => ({ at: awayFrom(BERLIN, at % 3, 0) })),
  );
  const ask = (from: number, to: number) => changesOf(ada, people.slice(from, to));
  expect((await ask(0, 2000)).gone).toEqual([]);
  expect((await ask(2000, 2100)).gone).toHaveLength(100);
  expect((await ask(0, 2000)).gone).toEqual([]);
  expect((await changesOf(ada)).came.length).toBeLessThanOrEqual(50);
});

test('other devices of a user are told of the user’s own presence only', async () => {
  await using app = await startApp();
  const [ada, bela] = [await someone(app, 'ada'), await someone(app, 'bela')];
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  await using other = await connectStomp({ url: app.url, token: bela.token });
  await goVisible(app, ada);
  expect(await tab.nextEvent('own-presence')).toMatchObject({ status: 'online', online: true });
  await goHidden(app, ada, null);
  expect(await tab.nextEvent('own-presence')).toMatchObject({ status: 'incognito', onlineUntil: null });
  await leave(ada);
  expect(await tab.nextEvent('own-presence')).toEqual({
    status: 'offline',
    online: false,
    onlineUntil: null,
  });
  await other.roundTrip();
  expect(other.events).toEqual([]);
});
