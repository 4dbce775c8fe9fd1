import { deleteUser, logout, refreshToken, sendVerificationCode } from '@herenow/contract/accounts';
import { listChats, sendMessage } from '@herenow/contract/chats';
import { acceptPin, pinUser } from '@herenow/contract/pins';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation, updateUser } from '@herenow/contract/profile';
import { blockUser, reportUser } from '@herenow/contract/safety';
import { addFcmToken } from '@herenow/contract/push';
import { expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { dumpDatabase } from '@herenow/testing/dump';
import { api, BERLIN, people, type ApiAnswer, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';

const ROUNDS = 12;

async function acquainted(app: TestApp, round: number) {
  const [ada, bela, chidi] = await people(app, `ada${round}`, `bela${round}`, `chidi${round}`);
  const onlineUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  for (const who of [ada, bela, chidi]) await who.api(goOnline, { body: { userId: who.id, onlineUntil } });
  await ada.api(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } });
  const [chat] = (await bela.api(listChats, { params: { userId: bela.id } })).json;
  await bela.api(acceptPin, { params: { chatId: chat!.id } });
  return { ada, bela, chidi, chatId: chat!.id, onlineUntil };
}

/** Returns everything that affects ada while her account is deleted, done by her and by other users. */
function everythingAtOnce({ ada, bela, chidi, chatId, onlineUntil }: Awaited<ReturnType<typeof acquainted>>) {
  const message = (from: Person) => ({ id: newId(), senderId: from.id, chatId, content: 'hello' });
  const reason = 'Other';
  return [
    () => bela.api(blockUser, { body: { userId: bela.id, userToBlockId: ada.id } }),
    () => chidi.api(pinUser, { body: { userId: chidi.id, pinnedUserId: ada.id } }),
    () => ada.api(pinUser, { body: { userId: ada.id, pinnedUserId: chidi.id } }),
    () => bela.api(sendMessage, { body: message(bela) }),
    () => ada.api(sendMessage, { body: message(ada) }),
    () => chidi.api(reportUser, { body: { reporterId: chidi.id, reportedUserId: ada.id, reason } }),
    () => ada.api(reportUser, { body: { reporterId: ada.id, reportedUserId: chidi.id, reason } }),
    () => ada.api(goOffline, { body: { userId: ada.id } }),
    () => ada.api(goIncognito, { body: { userId: ada.id, onlineUntil } }),
    () => bela.api(goOffline, { body: { userId: bela.id } }),
    () => ada.api(updateUser, { body: { username: 'Ada', photos: [] } }),
    () => ada.api(updateLocation, { params: { id: ada.id }, body: { type: 'Point', coordinates: BERLIN } }),
    () => ada.api(addFcmToken, { body: { userId: ada.id, fcmToken: subscription() } }),
    () => ada.api(sendVerificationCode, { body: { userId: ada.id } }),
    () => ada.api(logout),
    () => ada.api(getUser, { params: { id: bela.id } }),
  ];
}

const subscription = () =>
  JSON.stringify({
    endpoint: `https://push.example.org/${newId()}`,
    keys: {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    },
  });

test('deleting an account in the middle of everything causes no failure and leaves nothing', async () => {
  await using app = await startApp();
  const faults: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const scene = await acquainted(app, round);
    const { ada } = scene;
    const actions = everythingAtOnce(scene);
    // In each round the deletion starts at another position among the actions.
    actions.splice((round * 5) % actions.length, 0, () => ada.api(deleteUser, { params: { id: ada.id } }));
    const answers = await Promise.all(actions.map((action) => action()));
    faults.push(...answers.filter(isFault).map(({ text }) => text));
    const userId = ada.id;
    // Ada may have been signed out before her deletion; then her account still exists and is deleted now.
    await app.accounts.accounts.delete(userId);
    const refreshed = await api(app, refreshToken, { body: { accessToken: ada.token, userId } });
    expect(refreshed.status).toBe(401);
    const traces = async () => (await dumpDatabase(app.pool)).filter((line) => line.includes(userId));
    await expect.poll(traces).toEqual([]);
  }
  expect(faults, app.logLines.filter((line) => line.includes('request failed')).join('')).toEqual([]);
});

const isFault = ({ status }: ApiAnswer) => status >= 500;
