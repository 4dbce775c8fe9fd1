import { goOffline } from '@herenow/contract/presence';
import { updateUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { accept, goVisible, pin, recordOf, reject } from '@herenow/testing/encounters';
import { people, person } from '@herenow/testing/people';
import { block, report, unblock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';

const app = sharedApp();

test('the data that feeds filter by follows the record while the user is visible', async () => {
  const ada = await person(app, 'ada');
  await goVisible(app, ada);
  const body = { gender: 'She/Her', dateOfBirth: '1980-03-04', myTags: ['yoga', 'hiking'] } as const;
  await ada.api(updateUser, { body: { ...body, myTags: [...body.myTags] } });
  const { rows } = await app.pool.query(
    'SELECT gender, date_of_birth, tags, status FROM presences WHERE user_id = $1',
    [ada.id],
  );
  expect(rows).toEqual([
    { gender: body.gender, date_of_birth: body.dateOfBirth, tags: body.myTags, status: 'online' },
  ]);
});

test('the record contains the people pinned and rejected in this session until it ends', async () => {
  const [ada, bela, chidi, dana] = await people(app, 'ada', 'bela', 'chidi', 'dana');
  for (const who of [ada, bela, chidi, dana]) await goVisible(app, who);
  // An accepted pin stays when the presence ends.
  await accept(bela, await pin(ada, bela));
  await pin(dana, ada);
  await reject(ada, await pin(chidi, ada));
  expect(await recordOf(ada)).toMatchObject({ pinnedUsers: [bela.id], rejectedUsers: [chidi.id] });
  expect(await recordOf(chidi)).toMatchObject({ pinnedUsers: [ada.id], rejectedUsers: [] });
  const offline = await ada.api(goOffline, { body: { userId: ada.id } });
  expect(offline.json).toMatchObject({ pinnedUsers: [], rejectedUsers: [] });
  app.clock.moveBy(1000);
  await goVisible(app, ada);
  expect(await recordOf(ada)).toMatchObject({ pinnedUsers: [], rejectedUsers: [] });
});

test('the record contains the people the user has blocked and reported, but not who blocked the user', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await report(ada, bela);
  await block(ada, bela);
  expect(await recordOf(ada)).toMatchObject({ blockedUsers: [bela.id], reportedUsers: [bela.id] });
  expect(await recordOf(bela)).toMatchObject({ blockedUsers: [], blockedByOthers: [], reportedUsers: [] });
  await unblock(ada, bela);
  expect(await recordOf(ada)).toMatchObject({ blockedUsers: [] });
});
