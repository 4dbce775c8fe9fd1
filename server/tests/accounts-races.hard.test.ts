import { deleteUser, logout, refreshToken, sendVerificationCode } from '@herenow/contract/accounts';
import { goIncognito, goOffline } from '@herenow/contract/presence';
import { getUser, updateLocation, updateUser } from '@herenow/contract/profile';
import { addFcmToken } from '@herenow/contract/push';
import { expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { dumpDatabase } from '@herenow/testing/dump';
import { goVisible, later, meet, tryPin, trySend } from '@herenow/testing/encounters';
import { api, BERLIN, people, type ApiAnswer } from '@herenow/testing/people';
import { tryBlock, tryReport } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';

const ROUNDS = 12;

async function acquainted(app: TestApp, round: number) {
  const [ada, bela, chidi] = await people(app, `ada${round}`, `bela${round}`, `chidi${round}`);
  await goVisible(app, chidi);
  return { ada, bela, chidi, chatId: await meet(app, ada, bela), onlineUntil: later(app, 1) };
}

/** Returns everything that affects ada while her account is deleted, done by her and by other users. */
function everythingAtOnce({ ada, bela, chidi, chatId, onlineUntil }: Awaited<ReturnType<typeof acquainted>>) {
  return [
    () => tryBlock(bela, ada),
    () => tryPin(chidi, ada),
    () => tryPin(ada, chidi),
    () => trySend(bela, chatId, 'hello'),
    () => trySend(ada, chatId, 'hello'),
    () => tryReport(chidi, ada),
    () => tryReport(ada, chidi),
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
