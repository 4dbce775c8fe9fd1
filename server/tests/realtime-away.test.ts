import { away } from '@herenow/contract/refusals';
import { cuttableLine } from '@herenow/testing/cuttable-line';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { createTestDatabase } from '@herenow/testing/test-database';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { goThrough, openHostile, upgrade } from './hostile-connections.ts';

test('while the database is away sockets are refused with that reason, and admitted once it is back', async () => {
  await using database = await createTestDatabase();
  const { host } = new URL(database.url);
  await using line = await cuttableLine(host);
  const overTcp = new URL(database.url.replace(host, line.host));
  overTcp.search = '';
  await using app = await startApp({ databaseUrl: overTcp.href });
  const ada = await person(app, 'ada');

  await using open = await connectStomp({ url: app.url, token: ada.token });

  line.cut();
  const id = randomUUID();
  open.send('/app/chat.seen', { id, chatId: randomUUID() });
  expect(await open.nextEvent('errors')).toMatchObject({ id, message: away.text });
  const refused = await openHostile(app.port);
  await goThrough(refused, [{ write: (token) => upgrade(`/ws?token=${token}`) }], ada.token);
  await refused.gone;
  expect(refused.heard()).toMatch(
    /^HTTP\/1.1 503 Service Unavailable\r\nrefusal-code: away\r\nretry-after: 2\r\n/,
  );
  expect(app.logLines.filter((text) => /realtime (upgrade|handler) failed/.test(text))).toEqual([]);

  line.mend();
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  await tab.roundTrip();
});
