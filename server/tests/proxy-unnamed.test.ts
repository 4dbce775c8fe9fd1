/** What the log says of a proxy behind which everybody looks like one visitor. */
import { login } from '@herenow/contract/accounts';
import { api, PASSWORD } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

const FORWARDED = { 'x-forwarded-for': '203.0.113.1' };
const signIn = (app: TestApp, headers: Record<string, string> = {}) =>
  api(app, login, { body: { email: 'nobody@example.org', password: PASSWORD }, headers });
const warnings = ({ logLines }: TestApp) => logLines.filter((line) => line.includes('everybody counts by'));

test('one that the configuration does not name is told of, once', async () => {
  await using app = await startApp();
  await signIn(app);
  expect(warnings(app)).toEqual([]);
  for (let n = 0; n < 2; n += 1) await signIn(app, FORWARDED);
  expect(warnings(app)).toEqual([expect.stringContaining('name it in TRUST_PROXY')]);
});

test('one that does not say for whom it asks is told of, once', async () => {
  await using app = await startApp({ trustProxy: 1 });
  await signIn(app, FORWARDED);
  // As what looks after the node does, without the proxy.
  for (const path of ['/readyz', '/metrics', '/']) await fetch(app.url + path);
  expect(warnings(app)).toEqual([]);
  for (let n = 0; n < 2; n += 1) await signIn(app);
  expect(warnings(app)).toEqual([expect.stringContaining('requests come without X-Forwarded-For')]);
});

test('proxies named by their addresses are not told of: others may come directly', async () => {
  await using app = await startApp({ trustProxy: '10.0.0.1' });
  await signIn(app);
  expect(warnings(app)).toEqual([]);
});
