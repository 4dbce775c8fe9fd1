import { getUser, updateLocation } from '@herenow/contract/profile';
import { accept, chatsOf, goVisible, ok, pin, stayingSignedIn } from '@herenow/testing/encounters';
import { people, type Person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

const HAMBURG: [number, number] = [9.993, 53.551];

/** Returns what one person is told about another's place, in the profile and in the row of their chat. */
async function placeFor(viewer: Person, { id }: Person) {
  const { location, online } = ok(await viewer.api(getUser, { params: { id } })).json;
  return { online, located: location !== null, distance: (await chatsOf(viewer))[0]!.distance };
}

test.each(['the one who pinned', 'the one who was pinned'])(
  'a pin that nobody has accepted is no beacon: %s learns no place beyond the reach of a feed',
  async (who) => {
    await using app = await startApp();
    const pair = await people(app, 'mallory', 'ada');
    const [mallory, ada] = pair.map((one) => stayingSignedIn(app, one)) as [Person, Person];
    for (const one of [mallory, ada]) await goVisible(app, one);
    const chatId = who === 'the one who pinned' ? await pin(mallory, ada) : await pin(ada, mallory);
    expect(await placeFor(mallory, ada)).toEqual({ online: true, located: true, distance: 0 });

    /** Shows her at a place she travels to: her device reports it, and the time of rest passes. */
    const travel = async (to: [number, number]) => {
      const body = { type: 'Point', coordinates: to } as const;
      ok(await ada.api(updateLocation, { params: { id: ada.id }, body }));
      app.clock.moveBy(50 * 60_000);
      await expect
        .poll(async () =>
          (await app.db.selectFrom('presences').select('next_cell').execute()).filter(
            ({ next_cell: next }) => next,
          ),
        )
        .toEqual([]);
    };
    await travel(HAMBURG);
    expect(await placeFor(mallory, ada)).toEqual({ online: true, located: false, distance: 0 });

    await accept(who === 'the one who pinned' ? ada : mallory, chatId);
    expect(await placeFor(mallory, ada)).toEqual({ online: true, located: true, distance: 255 });
  },
);
