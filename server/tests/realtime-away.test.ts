import { cuttableLine } from '@herenow/testing/cuttable-line';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { createTestDatabase } from '@herenow/testing/test-database';
import { expect, test } from 'vitest';
import { goThrough, openHostile, upgrade } from './hostile-connections.ts';

test('while the database is away a new socket is told so, and let in once it is back', async () => {
  await using database = await createTestDatabase();
  const { host } = new URL(database.url);
  await using line = await cuttableLine(host);
  const overTcp = new URL(database.url.replace(host, line.host));
  overTcp.search = '';
  await using app = await startApp({ databaseUrl: overTcp.href });
  const ada = await person(app, 'ada');

  line.cut();
  const refused = await openHostile(app.port);
  await goThrough(refused, [{ write: (token) => upgrade(`/ws?token=${token}`) }], ada.token);
  await refused.gone;
  expect(refused.heard()).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\nrefusal-code: away\r\n/);
  expect(app.logLines.filter((text) => text.includes('realtime upgrade failed'))).toEqual([]);

  line.mend();
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  await tab.roundTrip();
});
