import { listFeed } from '@herenow/contract/feed';
import { updateUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { feedOf, goVisible, leave, ok } from '@herenow/testing/encounters';
import { BERLIN, person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { startApp } from '@herenow/testing/start-app';

test('a feed shows each change of a card at once, at every node, even one made while the person was away', async () => {
  await using app = await startApp();
  await using other = await startApp(
    { databaseUrl: app.config.databaseUrl, dataDir: app.config.dataDir },
    { clock: app.clock },
  );
  const ada = await person(app, 'ada', { at: BERLIN });
  const bela = await person(app, 'bela', { at: BERLIN, photos: 3 });
  await goVisible(app, bela);
  const cards = async () => {
    const seen = [];
    for (const url of [app.url, other.url]) {
      const answer = await fetch(`${url}${listFeed.path}`, {
        method: 'POST',
        headers: { ...ada.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ userId: ada.id }),
      });
      const items = (await answer.json()) as { username: string; bio: string; photos: { id: string }[] }[];
      seen.push(items.map(({ username, bio, photos }) => [username, bio, ...photos.map(({ id }) => id)]));
    }
    expect(seen[1]).toEqual(seen[0]);
    return seen[0]!;
  };
  const [[, , ...photos]] = (await cards()) as [string[]];
  expect(photos).toHaveLength(3);
  const update = async (change: object) =>
    ok(await bela.api(updateUser, { body: { id: bela.id, ...change } }));

  await update({ username: 'Bela B' });
  expect(await cards()).toEqual([['Bela B', '', ...photos]]);
  await update({ bio: 'Likes rivers.' });
  expect(await cards()).toEqual([['Bela B', 'Likes rivers.', ...photos]]);
  const turned = photos.toReversed().slice(1);
  await update({ photos: turned.map((id) => ({ id })) });
  expect(await cards()).toEqual([['Bela B', 'Likes rivers.', ...turned]]);
  await app.db.deleteFrom('photos').where('id', '=', turned[0]!).execute();
  expect(await cards()).toEqual([['Bela B', 'Likes rivers.', turned[1]]]);

  await leave(bela);
  await update({ bio: 'Likes lakes.' });
  await goVisible(app, bela);
  expect(await cards()).toEqual([['Bela B', 'Likes lakes.', turned[1]]]);
  await suspend(app, bela);
  expect(await cards()).toEqual([]);
});

test('a change in progress while a person becomes visible is not missed', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { at: BERLIN });
  const bela = await person(app, 'bela', { at: BERLIN, photos: 2 });
  const count = async () => (await feedOf(ada))[0]?.photos.length;
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>(
      'DELETE FROM photos WHERE user_id = $1 AND position = 0 RETURNING id',
      [bela.id],
    );
    expect(rows).toHaveLength(1);
    let visible = false;
    const going = goVisible(app, bela).then(() => (visible = true));
    // Becoming visible waits for the change; otherwise the feed would keep the card from before.
    expect([await count(), visible]).toEqual([undefined, false]);
    await client.query('COMMIT');
    await going;
  } finally {
    client.release();
  }
  expect(await count()).toBe(1);
});
