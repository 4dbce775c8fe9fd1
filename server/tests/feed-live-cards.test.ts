import { cardMark } from '@herenow/contract/card-mark';
import { FEED_PAGE_MAX } from '@herenow/contract/constants';
import { endFaceCheck } from '@herenow/contract/faces';
import { moderate } from '@herenow/contract/moderation';
import { updateUser } from '@herenow/contract/profile';
import { feedOf, goVisible, ok } from '@herenow/testing/encounters';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { crowd } from './feed-crowd.ts';
import { changesOf, someone, watching } from './feed-watching.ts';

test('a client that watches a feed gets changed cards, and nothing about the others', async () => {
  await using app = await startApp();
  const [ada, bela] = [await someone(app, 'ada'), await someone(app, 'bela', { photos: 2 })];
  for (const one of [bela, await someone(app, 'chidi')]) await goVisible(app, one);
  const dana = await someone(app, 'dana');
  await makeOperator(app, dana);
  await using tab = await watching(app, ada);
  const load = async () => await feedOf(ada);
  let feed = await load();
  /** Applies the changes; returns whom they were about, and the mark of the answer. */
  const change = async (since?: string | null) => {
    const shown = feed.map((one) => ({ ...one, card: cardMark(one) }));
    const { changed, asOf } = await changesOf(ada, shown, { since, preferences: { maxDistanceKm: 50 } });
    const cards = new Map(changed.map(({ id, card }) => [id, card]));
    feed = feed.map((one) => ({ ...one, ...cards.get(one.id) }));
    return { who: changed.map(({ id }) => id), asOf };
  };
  const { who, asOf } = await change();
  expect(who).toEqual([]);

  const update = async (changes: object) => {
    ok(await bela.api(updateUser, { body: { id: bela.id, ...changes } }));
    await tab.nextEvent('nearby');
  };
  await update({ username: 'Bela B' });
  expect((await change(asOf)).who).toEqual([bela.id]);
  await update({ bio: 'Likes rivers.' });
  await update({ myTags: ['hiking'] });
  // As after a lost connection, when everybody is compared.
  expect((await change()).who).toEqual([bela.id]);
  const [first, second] = feed.find(({ id }) => id === bela.id)!.photos;
  const act = { action: 'remove-photo' as const, photoId: first!.id };
  ok(await dana.api(moderate, { params: { userId: bela.id }, body: act }));
  await tab.nextEvent('nearby');
  expect((await change()).who).toEqual([bela.id]);
  expect(feed).toEqual(await load());
  const photos = [expect.objectContaining({ id: second!.id })];
  const now = { username: 'Bela B', bio: 'Likes rivers.', myTags: ['hiking'], photos };
  expect(feed.find(({ id }) => id === bela.id)).toMatchObject(now);
  // A client that does not say what its cards show is sent none.
  expect((await changesOf(ada, feed)).changed).toEqual([]);
});

test('a mark removed from a profile disappears from the feeds that show it', async () => {
  await using app = await startApp();
  const [ada, bela] = [await someone(app, 'ada'), await someone(app, 'bela')];
  await goVisible(app, bela);
  const [{ id: photo }] = (await app.db
    .selectFrom('photos')
    .select('id')
    .where('user_id', '=', bela.id)
    .execute()) as [{ id: string }];
  await app.db.updateTable('users').set({ verified_photo: photo }).where('id', '=', bela.id).execute();
  const [shown] = await feedOf(ada);
  expect(shown).toMatchObject({ id: bela.id, verified: true });
  await using tab = await watching(app, ada);
  ok(await bela.api(endFaceCheck));
  await tab.nextEvent('nearby');
  const { changed } = await changesOf(ada, [{ ...shown!, card: cardMark(shown!) } as { id: string }]);
  expect(changed).toMatchObject([{ id: bela.id, card: { verified: false } }]);
});

test('a request is answered with a page of cards at most, and with each of them once', async () => {
  await using app = await startApp();
  const ada = await someone(app, 'ada');
  const people = await crowd(app, Array.from({ length: FEED_PAGE_MAX + 5 }, Object));
  const outdated = people.map(({ id }) => ({ id, card: 0 }));
  const named = Array.from({ length: 30 }, () => outdated).flat();
  const { changed, more } = await changesOf(ada, named);
  expect(new Set(changed.map(({ id }) => id)).size).toBe(changed.length);
  expect(changed).toHaveLength(people.length);
  const cards = changed.flatMap(({ id, card }) => (card ? [{ id, card: cardMark(card) }] : []));
  expect(cards).toHaveLength(FEED_PAGE_MAX);
  expect(more).toBe(true);
  const known = new Map(cards.map((one) => [one.id, one]));
  const rest = await changesOf(
    ada,
    outdated.map((one) => known.get(one.id) ?? one),
  );
  expect(rest.changed.filter(({ card }) => card)).toHaveLength(5);
  expect(rest.more).toBe(false);
});
