import { DISTANCE_STEPS_KM } from '@herenow/contract/constants';
import { moderate } from '@herenow/contract/moderation';
import { goOnline } from '@herenow/contract/presence';
import { updateUser } from '@herenow/contract/profile';
import { blockUser, unblockUser } from '@herenow/contract/safety';
import { shareDate } from '@herenow/contract/shared-dates';
import { uploadPictures, type PublicPerson } from '@herenow/testing/public-person';
import { accept, chatsOf, hide, leave, pin, sayTo } from './meetings.ts';

/** The people who act without a page of the test, as on another device, and what this needs. */
export interface Elsewhere {
  baseURL: string;
  dice: () => number;
  people: readonly PublicPerson[];
  operator: PublicPerson;
  pictures: readonly Uint8Array[];
}

type Act = (who: PublicPerson, other: PublicPerson, elsewhere: Elsewhere) => Promise<unknown>;

const update = (who: PublicPerson, changes: object) =>
  who.call(updateUser, { body: { id: who.id, ...changes } });
const oneOf = <One>(all: readonly One[], dice: () => number): One => all[Math.floor(dice() * all.length)]!;
const pair = ({ id }: PublicPerson, other: PublicPerson) => ({
  body: { userId: id, userToBlockId: other.id },
});

const ACTS: Readonly<Record<string, Act>> = {
  'writes about themselves': (who, _other, { dice }) =>
    update(who, { bio: `word ${Math.floor(dice() * 99)}` }),
  'takes another name': (who, _other, { dice }) =>
    update(who, { username: `${who.name} ${Math.floor(dice() * 99)}` }),
  'likes something else': (who, _other, { dice }) =>
    update(who, { myTags: [oneOf(['coffee', 'hiking', 'brunch'], dice)] }),
  'looks further or less far': (who, _other, { dice }) =>
    update(who, { preferences: { maxDistanceKm: oneOf(DISTANCE_STEPS_KM, dice) } }),
  'flips a switch': (who, _other, { dice }) =>
    update(who, { notificationSettings: { pushNotificationMessages: dice() < 0.5 } }),
  'shows another photo': async (who, _other, { baseURL, pictures, dice }) =>
    update(who, { photos: await uploadPictures(baseURL, who, [oneOf(pictures, dice)]) }),
  'is here an hour': (who, _other) =>
    who.call(goOnline, {
      body: { userId: who.id, onlineUntil: new Date(Date.now() + 3_600_000).toISOString() },
    }),
  hides: (who) => hide(who),
  'hides without end': (who) => hide(who, null),
  leaves: (who) => leave(who),
  pins: (who, other) => pin(who, other),
  'accepts all': async (who) => {
    for (const chat of await chatsOf(who))
      if (chat.pinStatus === 'pending' && chat.initiatedBy !== who.id) await accept(who, chat.id);
  },
  'writes to all': async (who, _other, { dice }) => {
    for (const { id, participants, pinStatus } of await chatsOf(who)) {
      const to = participants.find(({ userId }) => userId !== who.id)!;
      if (pinStatus === 'accepted')
        await sayTo(id, who, { id: to.userId, name: to.name }, `word ${Math.floor(dice() * 999)}`);
    }
  },
  blocks: (who, other) => who.call(blockUser, pair(who, other)),
  unblocks: (who, other) => who.call(unblockUser, pair(who, other)),
  'shares a date': (who, other) =>
    who.call(shareDate, {
      body: { who: other.name, place: '', until: new Date(Date.now() + 3_600_000).toISOString() },
    }),
  'loses a name to an operator': (who, _other, { operator }) =>
    operator.call(moderate, { params: { userId: who.id }, body: { action: 'remove-name' } }),
  'loses a photo to an operator': async (who, _other, { operator }) => {
    const { photos } = await who.user();
    const act = { action: 'remove-photo' as const, photoId: photos.at(-1)!.id };
    await operator.call(moderate, { params: { userId: who.id }, body: act });
  },
};

/** Lets somebody act at random without a page; returns what was done. */
export async function actElsewhere(elsewhere: Elsewhere): Promise<string> {
  const { dice, people } = elsewhere;
  const who = oneOf(people, dice);
  const other = oneOf(
    people.filter((one) => one !== who),
    dice,
  );
  const [name, act] = oneOf(Object.entries(ACTS), dice);
  const refused = await act(who, other, elsewhere).then(
    () => '',
    (error: Error) => `: ${error.message}`,
  );
  return `${who.name} ${name} (${other.name})${refused}`;
}
