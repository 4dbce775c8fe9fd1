import { refreshToken } from '@herenow/contract/accounts';
import { HOUR_MS } from '@herenow/contract/constants';
import { RATES } from '@herenow/contract/rates';
import { goVisible, messagesOf, pairInChat, send, trySend } from '@herenow/testing/encounters';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

test('chats, sessions and presences continue when the clock is set back by an hour', async () => {
  await using app = await startApp({ rateLimits: true });
  const [ada, bela, chatId] = await pairInChat(app);
  app.clock.stop();
  for (let n = 0; n < RATES.message.burst; n += 1) await send(ada, chatId, `before ${n}`);
  expect((await trySend(ada, chatId, 'too much')).status).toBe(429);

  app.clock.moveBy(-HOUR_MS);
  await send(ada, chatId, 'after');
  await send(bela, chatId, 'an answer');
  await goVisible(app, ada);
  const refreshed = await ada.api(refreshToken, { body: { accessToken: ada.token, userId: ada.id } });
  expect(refreshed.status).toBe(200);
  const times = (await messagesOf(bela, chatId)).map(({ sentAt }) => sentAt);
  expect(times).toHaveLength(RATES.message.burst + 2);
  expect(times).toEqual([...new Set(times)].toSorted());
});

test('every answer tells the time by which the server decides, since clients go by it', async () => {
  await using app = await startApp();
  app.clock.stop();
  for (const path of ['/', '/healthz', '/api/pulse', '/nowhere.txt'])
    expect([path, (await fetch(app.url + path)).headers.get('date')]).toEqual([
      path,
      app.clock.now().toUTCString(),
    ]);
});
