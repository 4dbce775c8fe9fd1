/** A world of people, and everything that two attackers who follow them can read about it, as text. */
import { eventually } from '@herenow/testing/eventually';
import { getAlert, setAlert } from '@herenow/contract/alerts';
import { listChats, listMessages } from '@herenow/contract/chats';
import { DISTANCE_STEPS_KM } from '@herenow/contract/constants';
import { countFeed, listFeed, listFeedChanges } from '@herenow/contract/feed';
import { listFormerChats } from '@herenow/contract/former-chats';
import { getUser, updateLocation, updateUser } from '@herenow/contract/profile';
import { addFcmToken } from '@herenow/contract/push';
import { goVisible, meet, ok, signInAgain, stayingSignedIn } from '@herenow/testing/encounters';
import { BERLIN, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { startPushService } from '@herenow/testing/push-service';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { createHash } from 'node:crypto';
import { awayFrom } from './feed-crowd.ts';
import { plain, RED, upload, writeFiles } from './photos-pictures.ts';
import { point, type Place } from './stalker.ts';

const MINUTE_MS = 60_000;
const MONTH_MS = 30 * 24 * 60 * MINUTE_MS;
/** The places from which the two attackers claim to look. */
const CLAIMED: Place[] = [awayFrom(BERLIN, 3, 80), awayFrom(BERLIN, 9, 200), awayFrom(BERLIN, 14, 330)];
/**
 * Response headers that hold the time, or depend on each world's ids once compressed. The uncompressed length is noted
 * instead.
 */
const UNTOLD = new Set(['date', 'etag', 'content-length']);

/** The precision that may be known: cells of about a kilometre across, independent of the server's own code. */
const ALLOWED = 8;
export const allowedCell = ([longitude, latitude]: Place): string =>
  latLngToCell(latitude, longitude, ALLOWED);

/** Returns the centre of a different cell for each index, each at a different distance. */
export function cellOf(index: number): Place {
  const [latitude, longitude] = cellToLatLng(allowedCell(awayFrom(BERLIN, 1.5 + 1.3 * index, 50 * index)));
  return [longitude, latitude];
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Opens a world; `exactly` returns where in a cell a person is. */
export async function openWorld(people: number, exactly: (cell: Place) => Place) {
  await using undo = new AsyncDisposableStack();
  const service = undo.use(await startPushService());
  const app = undo.use(await startApp({}, { pushTransport: service.transport, pace: { alerts: 10 } }));
  const join = async (name: string, at: Place) => {
    const who = stayingSignedIn(app, await person(app, name, { at }));
    const created_at = new Date(app.clock.now().getTime() - MONTH_MS);
    await app.db.updateTable('users').set({ created_at }).where('id', '=', who.id).execute();
    return who;
  };
  const [feeder, chatter] = [await join('dana', BERLIN), await join('eve', BERLIN)];
  const victims: Person[] = [];
  for (let index = 0; index < people; index += 1)
    victims.push(await join(`victim ${index}`, exactly(cellOf(index))));
  const devices = [service.device(), service.device()];
  for (const [index, who] of [feeder, chatter].entries())
    ok(await who.api(addFcmToken, { body: { userId: who.id, fcmToken: devices[index]!.token } }));
  const resources = undo.move();
  return {
    app,
    feeder,
    chatter,
    victims,
    devices,
    tabs: [] as StompClient[],
    exactly,
    chatIds: [] as string[],
    pictures: [] as string[],
    transcript: [] as string[],
    /** Opens a tab for each of the two, who receive no pushes from then on. */
    async openTabs() {
      for (const who of await signInAgain(app, feeder, chatter))
        this.tabs.push(resources.use(await connectStomp({ url: app.url, token: who.token })));
      this.tabs[0]!.send('/app/feed.watch', {});
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Opens a world with people who are visible, and an attacker who has seen their profiles and pictures. */
export async function openEvening(people: number): Promise<World> {
  const world = await openWorld(people, (cell) => cell);
  const { app, feeder, victims } = world;
  await goVisible(app, feeder);
  for (const victim of victims) {
    await writeFiles(app, victim);
    await goVisible(app, victim);
    const seen = ok(await feeder.api(getUser, { params: { id: victim.id } }));
    world.pictures.push(...(seen.text.match(PHOTO) ?? []));
  }
  await world.openTabs();
  return world;
}

/** Reports a position to the server, as the person's device does. */
export const tell = async (who: Person, at: Place) =>
  ok(await who.api(updateLocation, { params: { id: who.id }, body: point(at) }));

/** Moves the clock, and waits until everything that is due has happened. */
export async function pass({ app }: World, minutes: number): Promise<void> {
  app.clock.moveBy(minutes * MINUTE_MS);
  const due = `SELECT FROM presences WHERE next_cell IS NOT NULL AND moves_at <= $1
               UNION ALL SELECT FROM alert_areas WHERE looks_at <= $1`;
  await eventually(async () => {
    const { rowCount } = await app.pool.query(due, [app.clock.now()]);
    if (rowCount) throw new Error('Not all that is due has happened.');
  });
}

/** Makes each person visible and gives each a chat with one of the two; the first has a picture. */
export async function meetAll(world: World): Promise<void> {
  const { app, feeder, chatter, victims, exactly } = world;
  await showPicture(world, victims[0]!, exactly(cellOf(0)));
  ok(await feeder.api(setAlert, { body: { userId: feeder.id, maxDistanceKm: 20 } }));
  for (const [index, victim] of victims.entries()) {
    await tell(victim, exactly(cellOf(index)));
    await goVisible(app, victim);
  }
  await pass(world, 6);
  await pass(world, 11);
  for (const victim of victims) world.chatIds.push(await meet(app, chatter, victim));
}

/** Uploads and shows a picture into which the camera has written where it was taken. */
async function showPicture({ app }: World, who: Person, at: Place): Promise<void> {
  const [longitude, latitude] = at.map((degrees) => `${Math.round(degrees * 1e5)}/100000 0/1 0/1`);
  const taken = plain(RED, 30, 40).withExif({
    IFD3: { GPSLatitude: latitude!, GPSLongitude: longitude! },
  });
  const { photos } = await upload(app, who, [await taken.jpeg().toBuffer()]);
  ok(await who.api(updateUser, { body: { photos: photos.slice(-1) } }));
}

/** Makes the two read everything they can, from wherever they claim to be. */
export async function readAll(world: World, phase: string): Promise<void> {
  const { app, feeder, chatter, victims, chatIds } = world;
  const note = (what: string, answer: ApiAnswer) => noteIn(world, `${phase}, ${what}`, answer);
  const shownNow = victims.map(({ id }) => ({ id }));
  const body = { userId: feeder.id };
  for (const at of CLAIMED)
    note(
      `feed from ${at.join()}`,
      await feeder.api(listFeed, { body: { ...body, limit: 50, location: point(at) } }),
    );
  for (const [index, at] of CLAIMED.entries()) {
    await tell(chatter, at);
    const { id } = chatter;
    note(`chats from ${index}`, await chatter.api(listChats, { params: { userId: id } }));
  }
  note('changes', await feeder.api(listFeedChanges, { body: { ...body, shown: shownNow } }));
  note('count', await feeder.api(countFeed, { body: { ...body, distances: [...DISTANCE_STEPS_KM] } }));
  note('alert', await feeder.api(getAlert));
  note('former', await chatter.api(listFormerChats, { params: { id: chatter.id } }));
  for (const [index, { id }] of victims.entries()) {
    const seen = await feeder.api(getUser, { params: { id } });
    note(`profile of ${index}`, seen);
    if (index === 0 && seen.status === 200) world.pictures.push(...(seen.text.match(PHOTO) ?? []));
    note(`profile of ${index} beside a chat`, await chatter.api(getUser, { params: { id } }));
    const chatId = chatIds[index]!;
    note(`messages of ${index}`, await chatter.api(listMessages, { params: { chatId } }));
  }
  for (const url of new Set(world.pictures)) note('picture', await fetchPicture(app.url + url));
}

export async function fetchPicture(url: string): Promise<ApiAnswer> {
  const answer = await fetch(url);
  const text = createHash('sha256')
    .update(await answer.bytes())
    .digest('hex');
  return { status: answer.status, headers: answer.headers, text, json: undefined };
}

/** Adds an answer to what is told in a world. */
export const noteIn = (world: World, what: string, answer: ApiAnswer): void =>
  void world.transcript.push(shown(world, what, answer));

/** Returns what arrived unrequested since the world began: events, and pushes without their keys and times. */
export async function hearAll(world: World): Promise<string[]> {
  const heard: string[] = [];
  for (const [index, tab] of world.tabs.entries()) {
    await tab.roundTrip();
    for (const event of tab.events)
      if (event.queue !== 'nearby') heard.push(plainText(world, JSON.stringify(event)));
    const device = world.devices[index]!;
    for (const number of device.pushes().keys()) {
      const { push, payload } = await device.received(number + 1);
      const names = Object.keys(push.headers).toSorted().join();
      heard.push(plainText(world, `push ${JSON.stringify(payload)} of ${push.body.length}, ${names}`));
    }
  }
  return heard.toSorted();
}

export const PHOTO = /\/photos\/[^"\s,]+/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** A random name of fixed length. */
const MARK = /"asOf":"[0-9a-f-]{36}"/;
const ADDRESS = /[\w-]+@example\.org/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

function shown(world: World, what: string, { status, headers, text }: ApiAnswer): string {
  const told = [...headers].filter(([name]) => !UNTOLD.has(name)).map((header) => header.join(': '));
  return plainText(world, [what, status, text.length, ...told.toSorted(), text].join('\n'));
}

/** Returns the text with people's ids replaced by numbers, since each world's ids differ. */
function plainText({ victims, feeder, chatter }: World, text: string): string {
  const names = new Map([feeder, chatter, ...victims].map(({ id }, index) => [id, `<person ${index}>`]));
  return text
    .replace(PHOTO, '<photo>')
    .replace(TIME, '<time>')
    .replace(MARK, '"asOf":"<mark>"')
    .replace(/max-age=\d+/, '<age>')
    .replaceAll(ADDRESS, '<email>')
    .replace(UUID, (id) => names.get(id) ?? '<id>');
}
