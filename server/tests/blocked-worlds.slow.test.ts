/**
 * Simulates the same evening twice: in one world somebody blocks the attacker, in the other they only go offline or
 * incognito. Whatever the attacker does and receives is the same, byte for byte.
 */
import { editMessage, listChats, listMessages, react } from '@herenow/contract/chats';
import { countFeed, listFeed, listFeedChanges } from '@herenow/contract/feed';
import { listFormerChats } from '@herenow/contract/former-chats';
import { acceptPin, pinUser, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { blockUser, listBlockedUsers, reportUser, unblockUser } from '@herenow/contract/safety';
import { accept, goHidden, leave, pin, send, trySend } from '@herenow/testing/encounters';
import type { ApiAnswer, Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { connectStomp } from '@herenow/testing/stomp-client';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fetchPicture, hearAll, noteIn, openEvening, PHOTO, type World } from './stalker-world.ts';

/** Somebody whom the attacker knows, and the chat that they had. */
interface Known {
  who: Person;
  chatId: string;
}

/** Collects what a world reveals about one person; `note` adds to it. */
function asking(world: World, attacker: Person, { who, chatId }: Known) {
  const note = (what: string, answer: ApiAnswer) => noteIn(world, `${who.name}: ${what}`, answer);
  const pair = { userId: attacker.id, userToBlockId: who.id };
  const pinned = { userId: attacker.id, pinnedUserId: who.id };
  const message = { id: randomUUID(), chatId, senderId: attacker.id };
  const report = {
    reporterId: attacker.id,
    reportedUserId: who.id,
    reason: 'Harassment or bullying' as const,
    words: 'as a test',
  };

  /** Reads the list of blocked people and every address of a photo in it. */
  async function readBlocked(when: string): Promise<void> {
    const list = await attacker.api(listBlockedUsers, { params: { id: attacker.id } });
    note(`blocked people ${when}`, list);
    for (const url of list.text.match(PHOTO) ?? [])
      note(`picture ${when}`, await fetchPicture(world.app.url + url));
  }

  return {
    note,
    readBlocked,

    /** Reads whatever a call shows of the person. */
    async read(when: string): Promise<void> {
      note(`profile ${when}`, await attacker.api(getUser, { params: { id: who.id } }));
      note(`oneself ${when}`, await attacker.api(getUser, { params: { id: attacker.id } }));
      const body = { userId: attacker.id, limit: 50 };
      note(`feed ${when}`, await attacker.api(listFeed, { body }));
      const shown = [{ id: who.id }];
      note(`changes ${when}`, await attacker.api(listFeedChanges, { body: { userId: attacker.id, shown } }));
      const count = { userId: attacker.id, distances: [1, 50] };
      note(`count ${when}`, await attacker.api(countFeed, { body: count }));
      note(`chats ${when}`, await attacker.api(listChats, { params: { userId: attacker.id } }));
      note(`former ${when}`, await attacker.api(listFormerChats, { params: { id: attacker.id } }));
      for (const url of world.pictures)
        note(`picture of before ${when}`, await fetchPicture(world.app.url + url));
      await readBlocked(when);
    },

    /** Tries every call that writes to the person. */
    async write(): Promise<void> {
      note('send', await trySend(attacker, chatId, 'Hello?', message.id));
      note('edit', await attacker.api(editMessage, { body: { ...message, content: 'Hello!' } }));
      note('react', await attacker.api(react, { body: { ...message, reaction: '🔥' } }));
    },

    /** Tries every call about a pin, and about a chat that is gone. */
    async pin(): Promise<void> {
      const params = { chatId };
      note('messages', await attacker.api(listMessages, { params }));
      note('pin', await attacker.api(pinUser, { body: pinned }));
      note('pin taken back', await attacker.api(withdrawPin, { body: pinned }));
      note('pin accepted', await attacker.api(acceptPin, { params, body: params }));
      note('pin rejected', await attacker.api(rejectPin, { params, body: params }));
      for (const tab of world.tabs) {
        tab.send('/app/chat.seen', { id: message.id, chatId });
        tab.send('/app/chat.delete', { id: message.id, chatId });
        tab.send('/app/chat.typing', { chatId });
        tab.send('/app/feed.watch', {});
        await tab.roundTrip();
      }
    },

    /** Blocks, reports and lets in again, in every order. */
    async protect(): Promise<void> {
      note('report', await attacker.api(reportUser, { body: report }));
      note('report from the chat', await attacker.api(reportUser, { body: { ...report, fromChat: true } }));
      note('unblock of nobody', await attacker.api(unblockUser, { body: pair }));
      note('block', await attacker.api(blockUser, { body: pair }));
      await readBlocked('once blocked');
      note('block again', await attacker.api(blockUser, { body: pair }));
      note('unblock', await attacker.api(unblockUser, { body: pair }));
      note('report and block', await attacker.api(reportUser, { body: { ...report, alsoBlock: true } }));
      await readBlocked('once reported');
    },
  };
}

type Parting = (world: World, victim: Person) => Promise<unknown>;
const blocks: Parting = ({ feeder }, victim) => block(victim, feeder);
const leaves: Parting = (_, victim) => leave(victim);
const hides: Parting = ({ app }, victim) => goHidden(app, victim);

/** An evening with somebody of the feed, and with somebody who has pinned the attacker; both part in the same way. */
async function live(ofCard: Parting, ofPin: Parting) {
  await using world = await openEvening(2);
  const { feeder, victims } = world;
  const [card, pinner] = victims as [Person, Person];
  const chatId = await pin(pinner, feeder);
  await ofCard(world, card);
  await ofPin(world, pinner);
  await using fresh = await connectStomp({ url: world.app.url, token: feeder.token });
  fresh.send('/app/feed.watch', {});
  await fresh.roundTrip();
  const known = [
    { who: card, chatId: randomUUID() },
    { who: pinner, chatId },
  ];
  for (const one of known) {
    const ask = asking(world, feeder, one);
    await ask.read('before');
    await ask.write();
    await ask.pin();
    await ask.protect();
    await ask.read('after');
  }
  await fresh.roundTrip();
  expect(fresh.events.filter(({ queue }) => queue === 'nearby')).toEqual([]);
  const { rows } = await world.app.pool.query('SELECT reported_id AS id FROM reports WHERE words <> $1', [
    '',
  ]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(victims.map(({ id }) => id).toSorted());
  const heard = await hearAll(world);
  return { transcript: world.transcript, heard };
}

test.each<[string, Parting, Parting]>([
  ['who went offline', leaves, leaves],
  ['who went incognito', hides, leaves],
])('nothing tells who blocked one from somebody %s', async (_, ofCard, ofPin) => {
  const [one, other] = await Promise.all([live(blocks, blocks), live(ofCard, ofPin)]);
  for (const [index, text] of one.transcript.entries()) expect(other.transcript[index]).toBe(text);
  expect(other.transcript).toHaveLength(one.transcript.length);
  expect(other.heard).toEqual(one.heard);
});

/**
 * An evening with a chat, which a block removes at once. All that is left to compare is what the attacker may do. Users
 * see the photos of people they chat with, and so does the list of blocked people.
 */
async function liveWithChat(parting: Parting) {
  await using world = await openEvening(1);
  const { feeder, victims } = world;
  const [partner] = victims as [Person];
  const chatId = await pin(feeder, partner);
  await accept(partner, chatId);
  await send(partner, chatId, 'Go away');
  await parting(world, partner);
  const ask = asking(world, feeder, { who: partner, chatId });
  await ask.write();
  await ask.protect();
  return world.transcript
    .filter((line) => !line.includes(': picture '))
    .map((line) =>
      line.replaceAll(/"photos":\[[^\]]*\]|"age":\w+/g, '').replace(/\n\d+\n(?=cache-control)/, '\n'),
    );
}

test('after a chat, only its row distinguishes a block from going offline', async () => {
  const [one, other] = await Promise.all([liveWithChat(blocks), liveWithChat(leaves)]);
  expect(other).toEqual(one);
});
