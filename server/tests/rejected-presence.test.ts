import type { OwnUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { listFormerChats } from '@herenow/contract/former-chats';
import { rejectPin } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { chatsOf, goHidden, goVisible, leave, ok, pin, tryPin } from '@herenow/testing/encounters';
import { people, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';

const app = sharedApp();

/** Everything that a user can ask about another one, and of their own that may follow the other. */
async function learnt(ada: Person, other: Person) {
  const record = await ada.api(getUser, { params: { id: ada.id } });
  const { status, text } = await ada.api(getUser, { params: { id: other.id } });
  return {
    rejected: (ok(record).json as OwnUser).rejectedUsers,
    profile: [status, text],
    chats: await chatsOf(ada),
    feed: (await ada.api(listFeed, { body: { userId: ada.id, limit: 50, preferences: null } })).json,
    former: (await ada.api(listFormerChats, { params: { id: ada.id } })).json,
  };
}

test('a user who has rejected the pin of an incognito person does not learn when that person leaves', async () => {
  const [ada, chidi] = await people(app, 'ada', 'chidi');
  await goVisible(app, ada);
  await goHidden(app, chidi);
  const chatId = await pin(chidi, ada);
  ok(await ada.api(rejectPin, { params: { chatId } }));
  await app.pool.query('UPDATE users SET mailbox = m.target FROM pin_memories m WHERE id = $1', [ada.id]);
  await app.pool.query('UPDATE users SET mailbox = m.pinner FROM pin_memories m WHERE id = $1', [chidi.id]);
  const before = await learnt(ada, chidi);
  expect(before.rejected).toEqual([chidi.id]);
  await leave(chidi);
  expect(await learnt(ada, chidi)).toEqual(before);
  await leave(ada);
  app.clock.moveBy(1000);
  await goVisible(app, ada);
  expect((await learnt(ada, chidi)).rejected).toEqual([]);
});

test('a rejected person whom the user pins is rejected no longer', async () => {
  const [ada, chidi] = await people(app, 'ada', 'chidi');
  await goVisible(app, ada);
  await goVisible(app, chidi);
  const chatId = await pin(chidi, ada);
  ok(await ada.api(rejectPin, { params: { chatId } }));
  ok(await tryPin(ada, chidi));
  const { json } = await ada.api(getUser, { params: { id: ada.id } });
  expect(json).toMatchObject({ pinnedUsers: [chidi.id], rejectedUsers: [] });
});
