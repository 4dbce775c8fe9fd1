/** What the ill-meaning person does, from any account. */
import { forgotPassword } from '@herenow/contract/accounts';
import { setAlert } from '@herenow/contract/alerts';
import { appeal } from '@herenow/contract/appeals';
import { editMessage } from '@herenow/contract/chats';
import { DAY_MS, MESSAGE_MAX, REPORT_REASONS } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { withdrawPin } from '@herenow/contract/pins';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { updateLocation, updateUser } from '@herenow/contract/profile';
import { unblockUser } from '@herenow/contract/safety';
import { shareDate } from '@herenow/contract/shared-dates';
import { chatsOf, later, tryPin, trySend } from '@herenow/testing/encounters';
import { api, BERLIN, type ApiAnswer } from '@herenow/testing/people';
import { deleteAccount, tryBlock, tryReport } from '@herenow/testing/safety';
import fc from 'fast-check';
import { awayFrom } from './feed-crowd.ts';
import { MEANS, tryMeans } from './harm-means.ts';
import type { Account, Harm, Horde } from './harm-people.ts';

const ACTS = [
  'return',
  'return',
  'delete',
  'visible',
  'visible',
  'incognito',
  'offline',
  'pin',
  'pin',
  'pin',
  'withdraw',
  'write',
  'rewrite',
  'rename',
  'report',
  'block',
  'unblock',
  'move',
  'share',
  'alert',
  'appeal',
  ...MEANS,
] as const;

/** One act from one of ten places; `way` varies it. */
export interface Act {
  act: (typeof ACTS)[number];
  place: number;
  way: number;
}

export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    act: fc.constantFrom(...ACTS),
    place: fc.integer({ min: 0, max: 9 }),
    way: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 8, maxLength: 16 },
);

/** How often in a row the acts with a bound are tried. */
const BURST = 30;

export const boundOf = ({ mailbox }: Account, act: string): string => `${act} of mailbox ${mailbox}`;

async function burst(
  harm: Harm,
  account: Account,
  act: string,
  one: (turn: number) => Promise<ApiAnswer>,
): Promise<void> {
  const key = boundOf(account, act);
  for (let turn = 0; turn < BURST; turn += 1) {
    const { status } = await one(turn);
    if (status === 429) return;
    if (status === 200) harm.done.set(key, (harm.done.get(key) ?? 0) + 1);
  }
}

/** Carries out an act, whatever the server answers. */
export async function carryOut(harm: Harm, { act, place, way }: Act): Promise<void> {
  const { app, horde, victim, bystanders } = harm;
  const account = horde.accounts[place];
  if (!account) return await horde.join(place, way);
  const { who } = account;
  const whom = way < 4 ? victim : bystanders[way % bystanders.length]!;
  const presence = { userId: who.id, onlineUntil: later(app, 1 + (way % 3)) };
  switch (act) {
    case 'return':
      await leaveFor(harm, place);
      return await horde.join(place, way);
    case 'delete':
      return await leaveFor(harm, place);
    case 'visible':
      return void (await who.api(goOnline, { body: presence }));
    case 'incognito':
      return void (await who.api(goIncognito, { body: presence }));
    case 'offline':
      return void (await who.api(goOffline, { body: { userId: who.id } }));
    case 'pin': {
      const first = await tryPin(who, whom);
      if (first.status === 403) await who.api(goIncognito, { body: presence });
      const answer = first.status === 403 ? await tryPin(who, whom) : first;
      if (answer.status === 200 && whom === victim) harm.onPinned(account);
      return;
    }
    case 'withdraw':
      return void (await who.api(withdrawPin, { body: { userId: who.id, pinnedUserId: victim.id } }));
    case 'write':
    case 'rewrite':
      return await write(account, act);
    case 'rename':
      return await burst(harm, account, act, () => rename(horde, account));
    case 'report':
      return await burst(harm, account, act, (turn) =>
        tryReport(who, turn % 3 ? victim : bystanders[turn % bystanders.length]!, {
          reason: REPORT_REASONS[(way + turn) % REPORT_REASONS.length],
          words: `As a test, ${turn}`,
          alsoBlock: turn === way,
        }),
      );
    case 'block':
      return void (await tryBlock(who, whom));
    case 'unblock':
      return void (await who.api(unblockUser, { body: { userId: who.id, userToBlockId: whom.id } }));
    case 'move':
      return await claimPlaces(account, way);
    case 'share':
      return void (await who.api(shareDate, {
        body: { who: victim.name, place: 'Where she lives', until: later(app, 12) },
      }));
    case 'alert':
      return void (await who.api(setAlert, { body: { userId: who.id } }));
    case 'appeal':
      await api(app, forgotPassword, { body: { email: who.email } });
      return void (await api(app, appeal, { body: { token: `${who.id}.${way}`, words: 'It was not me.' } }));
    default:
      return await tryMeans(harm, account, act);
  }
}

async function leaveFor(harm: Harm, place: number): Promise<void> {
  const account = harm.horde.accounts[place]!;
  harm.onGone(account);
  await deleteAccount(account.who);
  harm.horde.accounts[place] = undefined;
}

/** Changes the name; a refused one counts as a mark as well. */
async function rename(horde: Horde, { who, marks }: Account): Promise<ApiAnswer> {
  const username = horde.newName();
  marks.push(username);
  return await who.api(updateUser, { body: { username } });
}

/** Writes to everybody who has accepted, up to the longest message. */
async function write({ who, marks }: Account, act: 'write' | 'rewrite'): Promise<void> {
  for (const { id, pinStatus } of await chatsOf(who)) {
    if (pinStatus !== 'accepted') continue;
    for (let turn = 0; turn < 4; turn += 1) {
      const content = `${marks[0]} `.padEnd(turn === 3 ? MESSAGE_MAX : 60, 'harm ').trim();
      const sent = await trySend(who, id, content);
      if (sent.status !== 200 || act === 'write') continue;
      const { id: messageId } = sent.json as { id: string };
      const body = { id: messageId, chatId: id, senderId: who.id, content: `${marks[0]} again` };
      await who.api(editMessage, { body });
    }
  }
}

/** Looks from six places around, and at the end from where everybody is. */
async function claimPlaces({ who }: Account, way: number): Promise<void> {
  const look = async (coordinates: [number, number]) => {
    await who.api(updateLocation, { params: { id: who.id }, body: { type: 'Point', coordinates } });
    await who.api(listFeed, { body: { userId: who.id } });
  };
  for (let turn = 1; turn < 7; turn += 1) await look(awayFrom(BERLIN, 2 * turn, 60 * turn + way));
  await look(BERLIN);
}

/** The most that a mailbox may do of an act in some days. */
export function mostIn(act: 'rename' | 'report', ms: number): number {
  const days = Math.ceil(ms / DAY_MS) + 1;
  return (act === 'rename' ? 3 : 20) * days;
}
