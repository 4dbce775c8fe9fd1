import { rejectPin } from '@herenow/contract/pins';
import { blockUser } from '@herenow/contract/safety';
import { ADA, imaginePeople, type Character } from '@herenow/cast/characters';
import { portraitsOf } from '../portraits.ts';
import { becomeVisible, type PublicPerson } from '@herenow/testing/public-person';
import { chatOf, hide, leave, meet, pin, sayTo } from '../meetings.ts';
import { someone, storedOf, type SignedIn } from '../signed-in.ts';

/** A user at the browser: signed in, at a longitude and latitude. */
export type Viewer = { stored: SignedIn; at: [number, number] };

export type World = Awaited<ReturnType<typeof makeWorld>>;

export const centre: [number, number] = [13.405, 52.52];
/** Longer than a line, to test how a screen handles it. */
const LONG_NAME = 'Maximiliana Theodora von Hohenstein';
/** Messages that two people might write, short and long, in more than one script. */
const LINES = [
  'Hi!',
  'مرحبا، أين نلتقي؟',
  'By the fountain, the one with the lions',
  'https://example.org/a/very/long/address/that/does/not/break/anywhere/by/itself/and/goes/on/and/on/and/on',
  '😂😂😂',
  'I can be there in a quarter of an hour if the tram is kind. If it is not, I will walk, and then it is half an hour, and I will bring something to make up for it.',
  'ok',
];
const nowhere: [number, number] = [-140, -45];
const north = (degrees: number): [number, number] => [centre[0], centre[1] + degrees];

/**
 * Makes a small town for looking at every screen: ada is visible and has a feed and chats of every kind, lone is far
 * from everyone, and a newcomer waits at each step of the registration. Everybody’s photos are of Ada if nobody will
 * look at them, since drawing each takes a third of a second.
 */
export async function makeWorld(baseURL: string, { alike = false } = {}) {
  const pictures = async (character: Character) =>
    alike ? Array<Buffer>(character.photos).fill((await portraitsOf(ADA, 0, 1))[0]!) : portraitsOf(character);
  const run = Date.now().toString(36);
  const person = async (character: Character, at: [number, number], key = String(character.index)) =>
    someone(character.name, {
      ...character,
      baseURL,
      at,
      email: `${key}-${run}@example.org`,
      pictures: await pictures(character),
    });
  const [asha, hyeonu, owen, szymon, beatriz, hania, yusuf, ...more] = imaginePeople(13);
  const ada = await person(ADA, centre, 'ada');
  const pinner = await person(szymon!, north(0.03));
  const friend = await person({ ...beatriz!, name: LONG_NAME }, north(0.05));
  const pinned = await person(yusuf!, north(0.08));
  const blocked = await person(asha!, north(0.01));
  const lone = await person(hyeonu!, nowhere);
  const paused = await person(more[0]!, north(0.04));
  const writer = await person({ ...more[1]!, name: '🌸 Mei ✨' }, north(0.07));
  const decliner = await person(more[2]!, north(0.09));
  const quiet = await person(more[3]!, centre);
  const endless = await person(more[4]!, centre);
  const photographed = await person({ ...more[5]!, photos: 5 }, north(0.1));
  const inFeed = [await person(owen!, north(0.02)), await person(hania!, north(0.06))];
  for (const one of [ada, pinner, friend, pinned, paused, writer, decliner, ...inFeed])
    await becomeVisible(one);
  await hide(quiet, 2);
  await hide(endless, null);

  await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: blocked.id } });
  await pin(pinner, ada);
  await pin(ada, pinned);
  await pin(ada, decliner);
  const declined = { chatId: (await chatOf(decliner, ada)).id };
  await decliner.call(rejectPin, { params: declined, body: declined });
  const chatId = await meet(friend, ada);
  for (const [from, content] of [
    [friend, 'Hey! The place with the piano?'],
    [friend, 'They open at nine'],
    [ada, 'Perfect. I am ten minutes away, with a blue scarf, and I will be the one who looks lost'],
    [friend, 'See you there 🎹'],
  ] as const)
    await sayTo(chatId, from, from === ada ? friend : ada, content);

  const longChatId = await meet(writer, ada);
  for (let at = 0; at < LINES.length * 4; at += 1) {
    const [from, to] = at % 5 === 2 ? [ada, writer] : [writer, ada];
    await sayTo(longChatId, from, to, LINES[at % LINES.length]!);
  }
  const pausedChatId = await meet(paused, ada);
  await sayTo(pausedChatId, paused, ada, 'Back in a minute');
  await leave(paused);

  const newcomers: Viewer[] = [];
  for (const step of [1, 2, 3, 4, 5] as const) {
    const email = `step${step}-${run}@example.org`;
    newcomers.push(await viewer(await someone('Newcomer', { baseURL, at: centre, email, step })));
  }
  return {
    chatId,
    longChatId,
    pausedChatId,
    ada: await viewer(ada),
    lone: await viewer(lone, nowhere),
    quiet: await viewer(quiet),
    endless: await viewer(endless),
    paused: await viewer(paused),
    photographed: await viewer(photographed),
    neighbour: inFeed[0]!.id,
    pinner: pinner.id,
    longName: friend.id,
    rightToLeft: pinned.id,
    /** Indexed by the step they have reached, from 1. */
    newcomers,
  };
}

async function viewer(person: PublicPerson, at = centre): Promise<Viewer> {
  return { stored: await storedOf(person), at };
}
