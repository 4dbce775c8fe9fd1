import { blockUser } from '@herenow/contract/safety';
import { ADA, imaginePeople, type Character } from '../../server/testing/cast/characters.ts';
import { portraitsOf } from '../../server/testing/cast/portraits.ts';
import { becomeVisible, publicPerson } from '../../server/testing/public-person.ts';
import { meet, pin, sayTo } from '../encounters.ts';
import { storedOf, type SignedIn } from '../sign-in.ts';

/** Somebody at the browser: signed in, at a longitude and latitude. */
export type Viewer = { stored: SignedIn; at: [number, number] };

export type World = Awaited<ReturnType<typeof makeWorld>>;

export const centre: [number, number] = [13.405, 52.52];
/** Longer than a line, to see what a screen makes of it. */
const LONG_NAME = 'Maximiliana Theodora von Hohenstein';
const nowhere: [number, number] = [-140, -45];
const north = (degrees: number): [number, number] => [centre[0], centre[1] + degrees];

/**
 * A small town for looking at every screen: ada is visible and has a feed and chats of every kind, lone stands
 * far from everyone, and a newcomer waits at each step of the registration.
 */
export async function makeWorld(baseURL: string) {
  const run = Date.now().toString(36);
  const person = async (character: Character, at: [number, number], key = String(character.index)) =>
    publicPerson(character.name, {
      ...character,
      baseURL,
      at,
      email: `${key}-${run}@example.org`,
      pictures: await portraitsOf(character),
    });
  const [asha, hyeonu, owen, szymon, beatriz, hania, yusuf] = imaginePeople(7);
  const ada = await person(ADA, centre, 'ada');
  const pinner = await person(szymon!, north(0.03));
  const friend = await person({ ...beatriz!, name: LONG_NAME }, north(0.05));
  const pinned = await person(yusuf!, north(0.08));
  const blocked = await person(asha!, north(0.01));
  const lone = await person(hyeonu!, nowhere);
  const inFeed = [await person(owen!, north(0.02)), await person(hania!, north(0.06))];
  for (const one of [ada, pinner, friend, pinned, ...inFeed]) await becomeVisible(one);

  await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: blocked.id } });
  await pin(pinner, ada);
  await pin(ada, pinned);
  const chatId = await meet(friend, ada);
  for (const [from, content] of [
    [friend, 'Hey! The place with the piano?'],
    [friend, 'They open at nine'],
    [ada, 'Perfect. I am ten minutes away, with a blue scarf, and I will be the one who looks lost'],
    [friend, 'See you there 🎹'],
  ] as const)
    await sayTo(chatId, from, from === ada ? friend : ada, content);

  const newcomers: Viewer[] = [];
  for (const step of [1, 2, 3, 4] as const) {
    const email = `step${step}-${run}@example.org`;
    const one = await publicPerson('Newcomer', { baseURL, at: centre, email, pictures: [], step });
    newcomers.push({ stored: await storedOf(one), at: centre });
  }
  return {
    chatId,
    ada: { stored: await storedOf(ada), at: centre } satisfies Viewer,
    lone: { stored: await storedOf(lone), at: nowhere } satisfies Viewer,
    neighbour: inFeed[0]!.id,
    /** By the step they have reached, from 1. */
    newcomers,
  };
}
