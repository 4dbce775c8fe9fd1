/** What must not be told to the victim, nor of her. */
import { chatsOf, feedOf } from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import assert from 'node:assert/strict';
import { readsOf } from './harm-acts.ts';
import type { Horde } from './harm-people.ts';

/** Checks that none of the texts holds any of the marks. */
export function assertSilent(texts: Readonly<Record<string, string>>, marks: Iterable<string>): void {
  for (const [where, text] of Object.entries(texts))
    for (const mark of marks) assert.ok(!text.includes(mark), `${where} mentions ${mark}`);
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
