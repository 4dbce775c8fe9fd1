import { eventually } from '@herenow/testing/eventually';
import { listFeed } from '@herenow/contract/feed';
import { wholeKm } from '@herenow/contract/geo';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { beforeEach, describe, expect, test } from 'vitest';
import { cellCentre, cellCube, snapToCell } from '../src/lib/cells.ts';
import {
  chatsOf,
  feedOf,
  goHidden,
  goVisible,
  leave,
  meet,
  pin,
  recordOf,
  signInAgain,
  stayingSignedIn,
} from '@herenow/testing/encounters';
import { BERLIN, person as signedIn, type Person, type PersonOptions } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { awayFrom } from './feed-crowd.ts';
import { countWaiting } from './while-locked.ts';

type Place = [number, number];
const MINUTE = 60_000;
const FIVE_KM_OFF = awayFrom(BERLIN, 5, 90);
const TEN_KM_OFF = awayFrom(BERLIN, 10, 90);
const km = (from: Place, to: Place) => wholeKm(centre(from), centre(to));
const centre = (at: Place) => cellCentre(snapToCell({ type: 'Point', coordinates: at }));

const app = sharedApp();
beforeEach(() => app.db.deleteFrom('users').execute());

const person = async (name: string, options?: PersonOptions) =>
  stayingSignedIn(app, await signedIn(app, name, options));
const tell = async (who: Person, coordinates: Place) =>
  expect(
    (await who.api(updateLocation, { params: { id: who.id }, body: { type: 'Point', coordinates } })).status,
  ).toBe(200);
const ownPlace = async (who: Person) => (await recordOf(who)).location;
/** Returns where a user is seen, in their profile and in the feed alike; undefined if they are not seen at all. */
async function seenBy(viewer: Person, who: Person) {
  const { json, status } = await viewer.api(getUser, { params: { id: who.id } });
  const feed = await feedOf(viewer);
  const item = feed.find(({ id }) => id === who.id);
  expect(item?.location).toEqual(status === 200 ? json.location : undefined);
  return item?.location;
}
/** Signs the same user in on another device. */
const otherDevice = async (who: Person) => stayingSignedIn(app, (await signInAgain(app, who))[0]);

describe('where a user is seen', () => {
  test('follows the device that became visible, some time later, and no other', async () => {
    const [phone, viewer] = [await person('ada'), await person('bela')];
    const laptop = await otherDevice(phone);
    await goVisible(app, phone);
    await tell(laptop, awayFrom(BERLIN, 30, 10));
    app.clock.moveBy(2 * MINUTE);
    await tell(phone, FIVE_KM_OFF);
    expect(await ownPlace(phone)).toEqual(centre(FIVE_KM_OFF));
    app.clock.moveBy(12 * MINUTE);
    expect(await seenBy(viewer, phone)).toEqual(centre(BERLIN));
    app.clock.moveBy(33 * MINUTE);
    await eventually(async () => expect(await seenBy(viewer, phone)).toEqual(centre(FIVE_KM_OFF)));
  });

  test('is the place of the device that becomes visible, even if another one began the incognito', async () => {
    const [phone, viewer] = [await person('ada'), await person('bela')];
    const laptop = await otherDevice(phone);
    await tell(laptop, TEN_KM_OFF);
    await goHidden(app, laptop);
    await tell(phone, BERLIN);
    await goVisible(app, phone);
    expect(await seenBy(viewer, phone)).toEqual(centre(BERLIN));
    await tell(laptop, awayFrom(BERLIN, 20, 90));
    await tell(phone, FIVE_KM_OFF);
    app.clock.moveBy(46 * MINUTE);
    await eventually(async () => expect(await seenBy(viewer, phone)).toEqual(centre(FIVE_KM_OFF)));
  });

  test('is the place at the time of becoming visible again, not of going incognito', async () => {
    const [ada, viewer] = [await person('ada'), await person('bela')];
    await goVisible(app, ada);
    await goHidden(app, ada);
    await tell(ada, FIVE_KM_OFF);
    await goVisible(app, ada);
    expect(await seenBy(viewer, ada)).toEqual(centre(FIVE_KM_OFF));
    // Staying longer changes nothing.
    await tell(ada, BERLIN);
    await goVisible(app, ada);
    expect(await seenBy(viewer, ada)).toEqual(centre(FIVE_KM_OFF));
  });

  test('changes at most once in twenty minutes, to the last place', async () => {
    const [ada, viewer] = [await person('ada'), await person('bela')];
    await goVisible(app, ada);
    await tell(ada, FIVE_KM_OFF);
    app.clock.moveBy(5 * MINUTE);
    await tell(ada, TEN_KM_OFF);
    app.clock.moveBy(40 * MINUTE);
    await eventually(async () => expect(await seenBy(viewer, ada)).toEqual(centre(TEN_KM_OFF)));
    await tell(ada, FIVE_KM_OFF);
    app.clock.moveBy(19 * MINUTE);
    expect(await seenBy(viewer, ada)).toEqual(centre(TEN_KM_OFF));
  });

  test('continues with another device once the first is signed out', async () => {
    const [phone, viewer] = [await person('ada'), await person('bela')];
    const laptop = await otherDevice(phone);
    await goVisible(app, phone);
    await app.db
      .updateTable('sessions')
      .set({ ended_at: app.clock.now() })
      .where('user_id', '=', phone.id)
      .execute();
    const again = await otherDevice(laptop);
    await tell(again, FIVE_KM_OFF);
    app.clock.moveBy(45 * MINUTE);
    await eventually(async () => expect(await seenBy(viewer, again)).toEqual(centre(FIVE_KM_OFF)));
  });

  test('ends with the session, and is no longer stored', async () => {
    const ada = await person('ada');
    await goVisible(app, ada);
    await leave(ada);
    expect(await app.db.selectFrom('presences').select('cell').execute()).toEqual([]);
  });
});

describe('where a device looks from', () => {
  test('differs by device', async () => {
    const phone = await person('ada');
    const laptop = await otherDevice(phone);
    await tell(phone, FIVE_KM_OFF);
    expect([await ownPlace(phone), await ownPlace(laptop)]).toEqual([
      centre(FIVE_KM_OFF),
      centre(FIVE_KM_OFF),
    ]);
    await tell(laptop, TEN_KM_OFF);
    expect([await ownPlace(phone), await ownPlace(laptop)]).toEqual([
      centre(FIVE_KM_OFF),
      centre(TEN_KM_OFF),
    ]);
  });

  test('is taken from feed requests of a client that never updates the location', async () => {
    const [ada, bela] = [await person('ada', { at: awayFrom(BERLIN, 80, 0) }), await person('bela')];
    await goVisible(app, bela);
    const feed = (body: object) => ada.api(listFeed, { body: { userId: ada.id, ...body } });
    expect((await feed({})).json).toEqual([]);
    const location = { type: 'Point' as const, coordinates: BERLIN };
    expect((await feed({ location })).json.map(({ id }) => id)).toEqual([bela.id]);
    expect((await feed({})).json.map(({ id }) => id)).toEqual([bela.id]);
    expect((await ada.api(getUser, { params: { id: bela.id } })).status).toBe(200);
  });

  test('is forgotten with the device', async () => {
    const ada = await person('ada');
    await tell(ada, FIVE_KM_OFF);
    const rows = () => app.db.selectFrom('viewpoints').select('cell').execute();
    expect(await rows()).toHaveLength(1);
    await app.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
    expect(await rows()).toEqual([]);
  });
});

describe('the distance of a chat', () => {
  const first = km(BERLIN, FIVE_KM_OFF);
  const distance = async (who: Person) => (await chatsOf(who))[0]!.distance;

  /** Ada and Bela, who is moving to another place while something else happens: until `arrive` commits it. */
  async function moving() {
    const [ada, bela] = [await person('ada', { at: BERLIN }), await person('bela', { at: FIVE_KM_OFF })];
    for (const one of [ada, bela]) await goVisible(app, one);
    await pin(ada, bela);
    const there = snapToCell({ type: 'Point', coordinates: TEN_KM_OFF });
    const move = await app.pool.connect();
    await move.query('BEGIN');
    await move.query('UPDATE presences SET pos = $2 WHERE user_id = $1', [bela.id, cellCube(there)]);
    await move.query('UPDATE chats SET distance_km = $1', [km(BERLIN, TEN_KM_OFF)]);
    const arrive = async () => {
      await move.query('COMMIT');
      move.release();
    };
    return { ada, bela, arrive };
  }

  test('is that of the new place of somebody who moves while the other comes', async () => {
    const { ada, bela, arrive } = await moving();
    const coming = goVisible(app, ada, 2);
    await expect.poll(() => countWaiting(app)).toBeGreaterThan(0);
    await arrive();
    await coming;
    expect(await distance(bela)).toBe(km(BERLIN, TEN_KM_OFF));
  });

  test('is that of the new place of somebody who moves while the other pins a third, which waits for nobody', async () => {
    const { ada, bela, arrive } = await moving();
    const cleo = await person('cleo', { at: BERLIN });
    await goVisible(app, cleo);
    await pin(ada, cleo);
    await arrive();
    expect(await distance(bela)).toBe(km(BERLIN, TEN_KM_OFF));
  });

  test('is that of the last time both were visible to each other, whatever either does then', async () => {
    const [ada, bela] = [await person('ada'), await person('bela', { at: FIVE_KM_OFF })];
    await meet(app, ada, bela);
    await goHidden(app, bela);
    const [west, east] = [awayFrom(BERLIN, 40, 270), awayFrom(BERLIN, 20, 90)];
    await tell(bela, east);
    await tell(ada, west);
    app.clock.moveBy(45 * MINUTE);
    await eventually(async () =>
      expect(
        await app.db.selectFrom('presences').select('cell').where('next_cell', 'is not', null).execute(),
      ).toEqual([]),
    );
    expect([await distance(ada), await distance(bela)]).toEqual([first, first]);
    await leave(bela);
    expect(await distance(ada)).toBe(first);
    await goVisible(app, bela);
    const last = km(west, east);
    expect([await distance(ada), await distance(bela)]).toEqual([last, last]);
  });

  test('follows while both are visible', async () => {
    const [ada, bela] = [await person('ada'), await person('bela', { at: FIVE_KM_OFF })];
    await meet(app, ada, bela);
    await tell(bela, TEN_KM_OFF);
    app.clock.moveBy(45 * MINUTE);
    await eventually(async () => expect(await distance(ada)).toBe(km(BERLIN, TEN_KM_OFF)));
  });

  test('is absent after a Quiet Drop, until both are visible', async () => {
    const [ada, bela] = [await person('ada'), await person('bela', { at: FIVE_KM_OFF })];
    await goHidden(app, ada);
    await goVisible(app, bela);
    await pin(ada, bela);
    expect([await distance(ada), await distance(bela)]).toEqual([undefined, undefined]);
    expect((await bela.api(getUser, { params: { id: ada.id } })).json.location).toBeNull();
    await goVisible(app, ada);
    expect([await distance(ada), await distance(bela)]).toEqual([first, first]);
  });

  test('no longer follows a user who has rejected the pin', async () => {
    const [ada, bela] = [await person('ada'), await person('bela', { at: FIVE_KM_OFF })];
    await goVisible(app, ada);
    await goVisible(app, bela);
    await pin(ada, bela);
    await app.db.updateTable('chats').set({ pin_status: 'rejected', answered_at: app.clock.now() }).execute();
    await tell(bela, TEN_KM_OFF);
    app.clock.moveBy(45 * MINUTE);
    await eventually(async () =>
      expect(
        await app.db.selectFrom('presences').select('cell').where('user_id', '=', bela.id).executeTakeFirst(),
      ).toEqual({ cell: snapToCell({ type: 'Point', coordinates: TEN_KM_OFF }) }),
    );
    expect(await distance(ada)).toBe(first);
    expect((await ada.api(getUser, { params: { id: bela.id } })).json.location).toBeNull();
  });
});

test('feeds are for people who finished the registration', async () => {
  const ada = await person('ada', { step: 5 });
  expect(await ada.api(listFeed, { body: { userId: ada.id } })).toMatchObject({
    status: 409,
    text: 'Please finish your registration first.',
  });
});

test('a page that sends back the place it was given moves nobody, however old it is', async () => {
  const ada = await person('ada');
  const feedFrom = async (location: Awaited<ReturnType<typeof ownPlace>>) => {
    const body = { userId: ada.id, location };
    expect((await ada.api(listFeed, { body })).status).toBe(200);
  };
  const old = await ownPlace(ada);
  await tell(ada, FIVE_KM_OFF);
  await feedFrom(old);
  expect(await ownPlace(ada)).toEqual(centre(FIVE_KM_OFF));
  // A flight exceeds the budget and is delayed: the old place that the page sends meanwhile does not cancel it.
  await tell(ada, [-74.006, 40.713]);
  await feedFrom(await ownPlace(ada));
  app.clock.moveBy(11 * MINUTE);
  await feedFrom(old);
  expect(await ownPlace(ada)).toEqual(centre([-74.006, 40.713]));
  // A new position does replace it.
  await feedFrom({ type: 'Point', coordinates: [-74.1, 40.713] });
  expect(await ownPlace(ada)).toEqual(centre([-74.1, 40.713]));
});
