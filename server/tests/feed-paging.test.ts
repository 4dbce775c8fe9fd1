import { listFeed } from '@herenow/contract/feed';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { awayFrom, crowd, sameDice } from './feed-crowd.ts';

const page = async (who: Person, after: string | undefined, body: object = {}) => {
  const answer = await who.api(listFeed, {
    body: { userId: who.id, limit: 5, ...body },
    query: after === undefined ? {} : { after },
  });
  expect(answer.status, answer.text).toBe(200);
  const link = /^<\/api\/feed\?after=([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '');
  return { ids: answer.json.map(({ id }) => id), next: link?.[1] };
};

test('with the cursor nobody is left out or shown twice while people come and go', async () => {
  await using app = await startApp();
  const dice = sameDice(5);
  const ada = await person(app, 'ada', { at: BERLIN });
  // Several people share a cell, so that pages end within a cell.
  const anywhere = () => ({ at: awayFrom(BERLIN, Math.floor(dice() * 6), Math.floor(dice() * 4) * 90) });
  for (const filter of [{}, { preferences: { gender: ['They/Them' as const], minAge: 20 } }]) {
    await app.db.deleteFrom('users').where('id', '!=', ada.id).execute();
    const staying = await crowd(app, Array.from({ length: 60 }, anywhere));
    const leaving = await crowd(app, Array.from({ length: 20 }, anywhere));
    const seen: string[] = [];
    for (let next: string | undefined, first = true; first || next; first = false) {
      const got = await page(ada, next, filter);
      seen.push(...got.ids);
      next = got.next;
      await crowd(app, [anywhere(), anywhere()]);
      const gone = leaving.pop();
      if (gone) await app.db.deleteFrom('presences').where('user_id', '=', gone.id).execute();
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(staying.map(({ id }) => id)));
  }
});

test('a suspension between the two queries of a page neither ends the feed nor shortens the page', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { at: BERLIN });
  const people = await crowd(
    app,
    Array.from({ length: 12 }, (_, index) => ({ at: awayFrom(BERLIN, index, 0) })),
  );
  const all = (await page(ada, undefined, { limit: 50 })).ids;
  expect(all).toHaveLength(people.length);
  // As it is at that moment: the person is among those who are visible, but has no card any more.
  const suspended = all.splice(3, 1);
  await app.db
    .updateTable('users')
    .set({ suspended_at: app.clock.now() })
    .where('id', 'in', suspended)
    .execute();
  const first = await page(ada, undefined);
  const second = await page(ada, first.next);
  expect([...first.ids, ...second.ids]).toEqual(all.slice(0, 10));
  expect((await page(ada, undefined, { skip: 5 })).ids).toEqual(all.slice(4, 9));
});

test('the pages start over from another place, and for an invalid cursor', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { at: BERLIN });
  await crowd(
    app,
    Array.from({ length: 12 }, (_, index) => ({ at: awayFrom(BERLIN, index, 0) })),
  );
  const first = await page(ada, undefined);
  expect((await page(ada, first.next)).ids).not.toEqual(first.ids);
  const moved = await page(ada, first.next, { location: { coordinates: awayFrom(BERLIN, 5, 0) } });
  expect(moved.ids).toEqual((await page(ada, undefined)).ids);
  const nowhere = `${moved.next!.slice(0, 16)}fffffffffffffff${moved.next!.slice(31)}`;
  expect((await page(ada, nowhere)).ids).toEqual(moved.ids);
  const answer = await ada.api(listFeed, { body: { userId: ada.id }, query: { after: 'x' } });
  expect(answer.status).toBe(400);
});
