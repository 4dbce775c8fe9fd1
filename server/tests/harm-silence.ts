/** What must not be told to the victim, nor of her. */
import type { Chat } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { getUser } from '@herenow/contract/profile';
import type { QueueBody } from '@herenow/contract/queue';
import { chatsOf, feedOf, messagesOf } from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import type { StompEvent } from '@herenow/testing/stomp-client';
import assert from 'node:assert/strict';
import type { Account, Horde } from './harm-people.ts';

/** Checks that none of the texts holds any of the marks. */
export function assertSilent(texts: Readonly<Record<string, string>>, marks: Iterable<string>): void {
  for (const [where, text] of Object.entries(texts))
    for (const mark of marks) assert.ok(!text.includes(mark), `${where} mentions ${mark}`);
}

/** What an account reads about the victim: the profile, the feed and the list of chats. */
export async function readsOf({ who }: Account, victim: Person): Promise<Record<string, string>> {
  const profile = await who.api(getUser, { params: { id: victim.id } });
  const feed = await who.api(listFeed, { body: { userId: who.id, limit: 50 } });
  return {
    profile: profile.status === 200 ? profile.text : '',
    feed: feed.text,
    chats: JSON.stringify(await chatsOf(who)),
  };
}

/** What the honest write, everywhere. */
export const WORDS: readonly string[] = ['See you there?', 'At eight.'];

/** Queues that only somebody in an accepted chat reaches. */
const TALK = ['messages', 'messages-edit', 'messages-delete', 'status', 'reactions', 'typing'];

/**
 * Checks that she heard talk only in the chats that she had accepted before, and of the presence and the profile of only
 * those accounts that had a chat with her or have pinned her meanwhile.
 */
export function assertOnlyKnown(events: readonly StompEvent[], before: readonly Chat[], horde: Horde): void {
  const accepted = new Set(before.filter(({ pinStatus }) => pinStatus === 'accepted').map(({ id }) => id));
  const known = new Set(before.flatMap(({ participants }) => participants.map(({ userId }) => userId)));
  const strangers = new Set(horde.all.map(({ who }) => who.id).filter((id) => !known.has(id)));
  for (const { queue, body } of events) {
    const { chatId, userId } = body as Partial<QueueBody<'typing'>>;
    if (queue === 'notifications') strangers.delete((body as QueueBody<'notifications'>).senderId);
    if (TALK.includes(queue))
      assert.ok(accepted.has(chatId!), `${queue} in a chat that she has not accepted`);
    if (queue === 'presence' || queue === 'profiles')
      assert.ok(!strangers.has(userId!), `${queue} of somebody whom she has nothing to do with`);
  }
}

/** Checks that everything she wrote is as she wrote it. */
export async function assertUntouched(victim: Person): Promise<void> {
  for (const { id, pinStatus } of await chatsOf(victim))
    for (const { senderId, content, deleted, editedAt } of pinStatus === 'accepted'
      ? await messagesOf(victim, id)
      : [])
      if (senderId === victim.id)
        assert.ok(!deleted && editedAt === undefined && WORDS.includes(content), `${content} was changed`);
}

/** Checks that no pin of a mailbox that she has just rejected waits for her answer. */
export async function assertNoPinWaits(horde: Horde, mailbox: number, victim: Person): Promise<void> {
  const waiting = (await chatsOf(victim)).filter(({ pinStatus }) => pinStatus === 'pending');
  assertSilent(
    { waiting: JSON.stringify(waiting) },
    horde.ofMailbox(mailbox).map(({ who }) => who.id),
  );
}

/**
 * Checks that the accounts of a mailbox that she has just rejected, other than those with a chat of their own, do not see
 * her, nor she them. Returns how many they are.
 */
export async function countTurnedAway(horde: Horde, mailbox: number, victim: Person): Promise<number> {
  const seen = JSON.stringify(await feedOf(victim));
  const chats = JSON.stringify(await chatsOf(victim));
  let turnedAway = 0;
  for (const account of horde.accounts) {
    if (account?.mailbox !== mailbox || chats.includes(account.who.id)) continue;
    const reads = await readsOf(account, victim);
    // Its own pin, rejected or waiting: as specified, that shows her profile.
    if (reads['chats']?.includes(victim.id)) continue;
    assertSilent(reads, [victim.id, victim.name]);
    assertSilent({ seen }, [account.who.id]);
    turnedAway += 1;
  }
  return turnedAway;
}
