import { deleteUser, validateToken } from '@herenow/contract/accounts';
import { editMessage, listChats, listMessages, react, sendMessage } from '@herenow/contract/chats';
import { countFeed, listFeed } from '@herenow/contract/feed';
import { acceptPin, pinUser, withdrawPin } from '@herenow/contract/pins';
import { goIncognito, goOffline } from '@herenow/contract/presence';
import { getUser, updateLocation, updateUser } from '@herenow/contract/profile';
import { blockUser, listBlockedUsers, reportUser, unblockUser } from '@herenow/contract/safety';
import { hasPreviousRelease, openPreviousRelease } from '@herenow/testing/previous-release';
import { BERLIN } from '@herenow/testing/people';
import {
  becomeVisible,
  calling,
  logIn,
  publicPerson,
  type PublicPerson,
} from '@herenow/testing/public-person';
import { startServer } from '@herenow/testing/server-process';
import { createEmptyDatabase } from '@herenow/testing/test-database';
import type { OwnUser } from '@herenow/contract/entities';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';

const known = await hasPreviousRelease();

const TOKEN_SECRET = 'a secret that both releases share';
const preferences = { maxDistanceKm: 50 };

async function chatOf(person: PublicPerson): Promise<string> {
  const chats = (await person.call(listChats, { params: { userId: person.id } })).json;
  expect(chats).toHaveLength(1);
  return chats[0]!.id;
}

/** Does everything that two people do with each other; throws unless every response is a success. */
async function spendAnEvening(ada: PublicPerson, bela: PublicPerson): Promise<void> {
  for (const one of [ada, bela]) {
    await becomeVisible(one);
    const location = { type: 'Point' as const, coordinates: BERLIN };
    await one.call(updateLocation, { params: { id: one.id }, body: location });
    await one.call(updateUser, { body: { id: one.id, myTags: ['coffee', 'yoga'] } });
    await one.call(validateToken);
  }
  const body = { userId: ada.id, skip: 0, limit: 20, preferences };
  const feed = (await ada.call(listFeed, { body })).json;
  expect(feed.map(({ id }) => id)).toContain(bela.id);
  await ada.call(countFeed, { body: { userId: ada.id, preferences, distances: [5] } });
  await ada.call(getUser, { params: { id: bela.id } });
  await ada.call(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } });
  await ada.call(withdrawPin, { body: { userId: ada.id, pinnedUserId: bela.id } });
  await ada.call(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } });
  const chatId = await chatOf(bela);
  await bela.call(acceptPin, { params: { chatId } });
  const message = { id: randomUUID(), senderId: ada.id, chatId, content: 'Hello' };
  await ada.call(sendMessage, { body: message });
  await ada.call(editMessage, { body: { ...message, content: 'Hello there' } });
  await bela.call(react, { body: { chatId, id: message.id, reaction: '❤️' } });
  const messages = (await bela.call(listMessages, { params: { chatId } })).json;
  expect(messages.map(({ content }) => content)).toEqual(['Hello there']);
  await bela.call(reportUser, {
    body: { reporterId: bela.id, reportedUserId: ada.id, reason: 'Spam or fake account' },
  });
  await bela.call(blockUser, { body: { userId: bela.id, userToBlockId: ada.id } });
  expect((await bela.call(listBlockedUsers, { params: { id: bela.id } })).json).toHaveLength(1);
  await bela.call(unblockUser, { body: { userId: bela.id, userToBlockId: ada.id } });
  const onlineUntil = new Date(Date.now() + 3_600_000).toISOString();
  await ada.call(goIncognito, { body: { userId: ada.id, onlineUntil } });
  for (const one of [ada, bela]) await one.call(goOffline, { body: { userId: one.id } });
}

/** Returns what a restart may not change about somebody. */
const lasting = ({ username, email, online, status, onlineUntil, registrationStep, myTags }: OwnUser) => {
  return { username, email, online, status, onlineUntil, registrationStep, myTags };
};

const through = (person: PublicPerson, { baseURL }: { baseURL: string }) =>
  logIn(person.name, { baseURL, email: person.email });

test.skipIf(!known)(
  'the previous release serves on the schema of this one (skipped where a clone lacks its commit)',
  { timeout: 120_000 },
  async () => {
    await using database = await createEmptyDatabase();
    await using previous = await openPreviousRelease();
    const env = { DATABASE_URL: database.url, TOKEN_SECRET };
    await using old = await startServer(env, { sources: previous.folder });
    const people = (names: string[], { baseURL }: { baseURL: string }) =>
      Promise.all(names.map((name) => publicPerson(name, { baseURL, at: BERLIN })));
    const [ada, bela] = await people(['ada', 'bela'], old);
    await becomeVisible(ada!);
    // From here on the schema is the new one, while the old server still runs.
    await using now = await startServer(env);
    const [chidi, dana] = await people(['chidi', 'dana'], old);
    await spendAnEvening(ada!, bela!);
    await spendAnEvening(chidi!, await through(dana!, now));
    await spendAnEvening(await through(bela!, now), chidi!);
    for (const one of [ada!, bela!]) await one.call(deleteUser, { params: { id: one.id } });
    expect(old.output()).not.toMatch(/"level":[56]0/);
    expect(now.output()).not.toMatch(/"level":[56]0/);
  },
);

test.skipIf(!known)(
  'this release goes on where a killed previous one stopped (skipped where a clone lacks its commit)',
  { timeout: 120_000 },
  async () => {
    await using previous = await openPreviousRelease();
    const old = await startServer({}, { sources: previous.folder });
    // Not by itself: that would start the old release again.
    await using _ = { [Symbol.asyncDispose]: () => rm(old.dataDir, { recursive: true, force: true }) };
    const [ada, bela, chidi, dana] = (await Promise.all(
      ['ada', 'bela', 'chidi', 'dana'].map((name) => publicPerson(name, { ...old, at: BERLIN })),
    )) as [PublicPerson, PublicPerson, PublicPerson, PublicPerson];
    for (const one of [ada, bela, dana]) await becomeVisible(one);
    const onlineUntil = new Date(Date.now() + 3_600_000).toISOString();
    await chidi.call(goIncognito, { body: { userId: chidi.id, onlineUntil } });
    await ada.call(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } });
    const chatId = await chatOf(bela);
    await bela.call(acceptPin, { params: { chatId } });
    const sent = Array.from({ length: 10 }, (_empty, at) => `Hello ${at}`);
    for (const content of sent)
      await ada.call(sendMessage, { body: { id: randomUUID(), senderId: ada.id, chatId, content } });
    await bela.call(pinUser, { body: { userId: bela.id, pinnedUserId: dana.id } });
    await dana.call(blockUser, { body: { userId: dana.id, userToBlockId: ada.id } });
    const step3 = await publicPerson('erin', { ...old, at: BERLIN, step: 3 });
    const before = await Promise.all([ada, bela, chidi, dana, step3].map((one) => one.user()));
    await old.kill9();

    await using now = await startServer({ DATA_DIR: old.dataDir });
    const at = (one: PublicPerson) => ({ ...one, ...calling(one, now) });
    const after = await Promise.all([ada, bela, chidi, dana, step3].map((one) => at(one).user()));
    expect(after.map(lasting)).toEqual(before.map(lasting));
    for (const { photos } of after.slice(0, 4))
      expect((await fetch(new URL(photos[0]!.url, now.baseURL))).status).toBe(200);
    const messages = (await at(bela).call(listMessages, { params: { chatId } })).json;
    expect(messages.map(({ content }) => content)).toEqual(sent);
    const body = { userId: bela.id, skip: 0, limit: 20, preferences };
    expect((await at(bela).call(listFeed, { body })).json.map(({ id }) => id)).not.toContain(chidi.id);
    expect((await at(dana).call(listChats, { params: { userId: dana.id } })).json).toMatchObject([
      { pinStatus: 'pending' },
    ]);
    expect((await at(dana).call(listBlockedUsers, { params: { id: dana.id } })).json).toMatchObject([
      { id: ada.id },
    ]);
    await at(ada).call(sendMessage, {
      body: { id: randomUUID(), senderId: ada.id, chatId, content: 'And again' },
    });
    expect(now.output()).not.toMatch(/"level":[56]0/);
  },
);
