/** One person on two devices: what each device shows and what other people see, whichever of them acts last. */
import { logout } from '@herenow/contract/accounts';
import type { QueueBody } from '@herenow/contract/queue';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import {
  chatsOf,
  feedOf,
  goVisible,
  later,
  leave,
  meet,
  ok,
  recordOf,
  signInAgain,
  stayingSignedIn,
} from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import { people, type Person } from '@herenow/testing/people';
import { block, unblock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';

const app = sharedApp();
const MINUTE_MS = 60_000;

type Shown = QueueBody<'own-presence'>;
const OFFLINE: Shown = { status: 'offline', online: false, onlineUntil: null };

interface Device {
  who: Person;
  tab: StompClient;
}

interface Scene {
  phone: Device;
  laptop: Device;
  /** The presence as it should be. */
  presence: Shown;
  dana: Person;
}
type Which = 'phone' | 'laptop';

async function openDevice(one: Person): Promise<Device> {
  const [who] = await signInAgain(app, one);
  return { who, tab: await connectStomp({ url: app.url, token: who.token }) };
}

/** An end that is not the one of the presence before. */
let turn = 0;
const nextEnd = () => later(app, 1 + (turn = (turn + 1) % 100) / 100);

const present =
  (which: Which, status: 'online' | 'incognito') =>
  async (scene: Scene): Promise<void> => {
    const { who } = scene[which];
    const onlineUntil = nextEnd();
    const call = status === 'online' ? goOnline : goIncognito;
    ok(await who.api(call, { body: { userId: who.id, onlineUntil } }));
    scene.presence = { status, online: true, onlineUntil };
  };

const away = (which: Which) => async (scene: Scene) => {
  const { who } = scene[which];
  ok(await who.api(goOffline, { body: { userId: who.id } }));
  scene.presence = OFFLINE;
};

/** Signs a device out, which ends no presence, and in again. */
const signOut = (which: Which) => async (scene: Scene) => {
  const { who, tab } = scene[which];
  ok(await who.api(logout));
  expect((await tab.closed).reason).toBe('session ended');
  scene[which] = await openDevice(who);
};

const ACTS: Record<string, (scene: Scene) => Promise<void>> = {
  'visible on the phone': present('phone', 'online'),
  'visible on the laptop': present('laptop', 'online'),
  'incognito on the phone': present('phone', 'incognito'),
  'incognito on the laptop': present('laptop', 'incognito'),
  'offline on the laptop': away('laptop'),
  'signed out on the phone': signOut('phone'),
  async 'run out'(scene) {
    const { onlineUntil } = scene.presence;
    const left = onlineUntil === null ? MINUTE_MS : Date.parse(onlineUntil) - app.clock.now().getTime();
    for (const { tab } of [scene.phone, scene.laptop]) await tab.disconnect();
    app.clock.moveBy(left);
    scene.presence = OFFLINE;
    const { who } = scene.phone;
    [scene.phone, scene.laptop] = [await openDevice(who), await openDevice(who)];
  },
  async 'visible on the phone while the laptop blocks'(scene) {
    const { laptop, dana } = scene;
    await Promise.all([present('phone', 'online')(scene), block(laptop.who, dana)]);
  },
};

/** Returns a walk in which each act follows each other one, and itself. */
function everyPair(count: number): number[] {
  const walk: number[] = [];
  for (let one = 0; one < count; one += 1) {
    walk.push(one, one);
    for (let other = one + 1; other < count; other += 1) walk.push(one, other);
  }
  return [...walk, 0];
}

/** Checks what both devices show, in their record and by the last event, and that it is the same. */
async function expectShown({ phone, laptop, presence }: Scene): Promise<void> {
  for (const { who, tab } of [phone, laptop]) {
    expect(await recordOf(who)).toMatchObject(presence);
    await tab.roundTrip();
    const last = tab.events.findLast(({ queue }) => queue === 'own-presence');
    if (last) expect(last.body).toEqual(presence);
  }
}

test('after any two acts on two devices, both show the last one, and others see what it means for them', async () => {
  const [ada, bela, cleo, dana] = await people(app, 'ada', 'bela', 'cleo', 'dana');
  const chatId = await meet(app, cleo, ada);
  await leave(ada);
  const [stranger, partner, third] = [bela, cleo, dana].map((one) => stayingSignedIn(app, one)) as [
    Person,
    Person,
    Person,
  ];
  const scene: Scene = {
    phone: await openDevice(ada),
    laptop: await openDevice(ada),
    presence: OFFLINE,
    dana,
  };
  const names = Object.keys(ACTS);
  let before = 'nothing';
  for (const index of everyPair(names.length)) {
    const name = names[index]!;
    await ACTS[name]!(scene);
    const blocked = name.endsWith('blocks');
    await eventually(async () => {
      expect((await app.pool.query('SELECT FROM outbox')).rowCount).toBe(0);
      await expectShown(scene);
    });
    await goVisible(app, partner);
    const { status, online, onlineUntil } = scene.presence;
    const visible = status === 'online';
    const what = `${before}, then ${name}`;
    for (const [viewer, sees] of [
      [stranger, visible],
      [third, visible && !blocked],
    ] as const) {
      expect((await feedOf(viewer)).map(({ id }) => id).includes(ada.id), what).toBe(sees);
      const profile = await viewer.api(getUser, { params: { id: ada.id } });
      expect(profile.status, what).toBe(sees ? 200 : 404);
    }
    const [chat] = await chatsOf(partner);
    expect(chat, what).toMatchObject({
      id: chatId,
      otherUserOnline: online,
      otherUserOnlineUntil: onlineUntil,
    });
    const { location } = ok(await partner.api(getUser, { params: { id: ada.id } })).json;
    expect(location !== null, what).toBe(visible);
    if (blocked) await unblock(scene.laptop.who, dana);
    before = name;
  }
  for (const { tab } of [scene.phone, scene.laptop]) await tab.disconnect();
}, 600_000);
