import type { OwnUser, Photo } from '@herenow/contract/entities';
import { getUser, updateUser } from '@herenow/contract/profile';
import { randomBytes } from 'node:crypto';
import { publicPerson, uploadPictures } from '@herenow/testing/public-person';
import { createResident, signIn, type Resident } from './resident.ts';
import { placeAround, type Character, type Position } from '@herenow/cast/characters';
import type { Portraits } from './portrait-files.ts';
import type { Register } from './register.ts';

/** The email domain of the town's people. */
const TOWN_DOMAIN = 'town.example';
const VISITOR_DOMAIN = 'visitor.example';

export type Settlers = ReturnType<typeof createSettlers>;

/** Creates people with the API's public calls, or signs in those of an earlier start. */
export function createSettlers(options: { url: string; portraits: Portraits; register: Register }) {
  const { url, portraits, register } = options;
  const { people } = register.memory;

  async function make(character: Character, at: Position, domain: string, photos: number): Promise<Resident> {
    const email = `${character.index}-${randomBytes(5).toString('hex')}@${domain}`;
    const person = await publicPerson(character.name, {
      baseURL: url,
      at,
      email,
      gender: character.gender,
      dateOfBirth: character.dateOfBirth,
      tags: character.tags,
      pictures: await portraits.take(character, 0, photos),
    });
    return createResident({ url, id: person.id, email, token: person.token });
  }

  return {
    /** Makes a citizen or signs in a known one. A new one has one photo at first, so that the town fills soon. */
    async settle(
      character: Character,
      centreOf: (index: number) => Position,
      centre: number,
    ): Promise<Resident> {
      const known = people[character.index];
      const back = known && (await signIn(url, known));
      if (back) return back;
      const resident = await make(character, placeAround(centreOf(centre), character), TOWN_DOMAIN, 1);
      people[character.index] = { id: resident.id, email: resident.email, centre, photos: 1 };
      return resident;
    },

    /** Makes a person for a visitor to use, with all photos. */
    visitor: (character: Character, at: Position) => make(character, at, VISITOR_DOMAIN, character.photos),

    /** Adds the photos that `settle` left out. */
    async complete(character: Character, resident: Resident): Promise<void> {
      const known = people[character.index];
      if (!known || known.photos >= character.photos) return;
      const pictures = await portraits.take(character, known.photos, character.photos);
      const token = await resident.freshToken();
      // If the account is uploading elsewhere at this moment, the photos are added at the next start.
      const added = await uploadPictures(url, { id: resident.id, token }, pictures).catch(() => []);
      if (added.length === 0) return;
      const own = await ownPhotos(resident);
      const { status } = await resident.call(updateUser, {
        body: { id: resident.id, photos: [...own, ...added] },
      });
      if (status === 200) known.photos = character.photos;
    },
  };
}

async function ownPhotos(resident: Resident): Promise<Photo[]> {
  const { json } = await resident.call(getUser, { params: { id: resident.id } });
  return (json as OwnUser).photos;
}
