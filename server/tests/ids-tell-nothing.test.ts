import { listFeed } from '@herenow/contract/feed';
import { DAY_MS } from '@herenow/contract/constants';
import { updateUser } from '@herenow/contract/profile';
import { goVisible, ok } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { plain, RED, upload } from './photos-pictures.ts';
import { registered } from './registered.ts';

/** Returns the moment that a time-ordered UUID would tell. */
const momentIn = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

test('the ids in a feed reveal neither when an account was opened nor when a photo was added', async () => {
  await using app = await startApp();
  const [mallory, ada] = [await person(app, 'mallory'), await registered(app, 'ada@example.org')];
  const { photos } = await upload(app, ada, [await plain(RED).jpeg().toBuffer()]);
  ok(await ada.api(updateUser, { body: { photos } }));
  await goVisible(app, ada);
  const [shown] = ok(await mallory.api(listFeed, { body: { userId: mallory.id, limit: 20 } })).json;
  const ids = [shown!.id, shown!.photos[0]!.id];
  expect(ids).toEqual([ada.id, photos[0]!.id]);
  for (const id of ids) expect(Math.abs(momentIn(id) - Date.now())).toBeGreaterThan(DAY_MS);
});
