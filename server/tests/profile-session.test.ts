import { listChats } from '@herenow/contract/chats';
import { pinUser, rejectPin } from '@herenow/contract/pins';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { getUser, updateUser } from '@herenow/contract/profile';
import { blockUser, reportUser, unblockUser } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import { people, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';

const app = sharedApp();

const goVisible = (who: Person) => {
  const onlineUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  return who.api(goOnline, { body: { userId: who.id, onlineUntil } });
};
const recordOf = async (who: Person) => (await who.api(getUser, { params: { id: who.id } })).json;
const pin = async (who: Person, whom: Person) =>
  expect((await who.api(pinUser, { body: { userId: who.id, pinnedUserId: whom.id } })).status).toBe(200);

test('the data that feeds filter by follows the record while the user is visible', async () => {
  const ada = await person(app, 'ada');
  await goVisible(ada);
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
  for (const who of [ada, bela, chidi, dana]) await goVisible(who);
  await pin(ada, bela);
  await pin(chidi, ada);
  await pin(dana, ada);
  const chats = (await ada.api(listChats, { params: { userId: ada.id } })).json;
  const fromChidi = chats.find((chat: { initiatedBy: string }) => chat.initiatedBy === chidi.id);
  expect((await ada.api(rejectPin, { params: { chatId: fromChidi!.id } })).status).toBe(200);
  expect(await recordOf(ada)).toMatchObject({ pinnedUsers: [bela.id], rejectedUsers: [chidi.id] });
  expect(await recordOf(chidi)).toMatchObject({ pinnedUsers: [ada.id], rejectedUsers: [] });
  const offline = await ada.api(goOffline, { body: { userId: ada.id } });
  expect(offline.json).toMatchObject({ pinnedUsers: [], rejectedUsers: [] });
  app.clock.moveBy(1000);
  await goVisible(ada);
  expect(await recordOf(ada)).toMatchObject({ pinnedUsers: [], rejectedUsers: [] });
});

test('the record contains the people the user has blocked and reported, but not who blocked the user', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const reason = 'Harassment or bullying';
  await ada.api(reportUser, { body: { reporterUserId: ada.id, reportedUserId: bela.id, reason } });
  await ada.api(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
  expect(await recordOf(ada)).toMatchObject({ blockedUsers: [bela.id], reportedUsers: [bela.id] });
  expect(await recordOf(bela)).toMatchObject({ blockedUsers: [], blockedByOthers: [], reportedUsers: [] });
  await ada.api(unblockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
  expect(await recordOf(ada)).toMatchObject({ blockedUsers: [] });
});
