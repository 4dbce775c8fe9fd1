import { listFeed } from '@herenow/contract/feed';
import { validateToken } from '@herenow/contract/accounts';
import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { goVisible, pairInChat, send, tryPin } from '@herenow/testing/encounters';
import { api, person } from '@herenow/testing/people';
import { connectStomp } from '@herenow/testing/stomp-client';
import { startNats } from '@herenow/testing/nats-server';
import { startApp, type TestApp } from '@herenow/testing/start-app';

const TOKEN = 'a-token-for-the-scraper';

/** Fetches the metrics; `value` returns the value of a series, or undefined if there is none. */
async function scrape(app: TestApp, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/metrics`, { headers });
  const text = await response.text();
  const value = (series: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  return { status: response.status, text, value };
}

test('what only load balancers and monitoring ask counts as no request', async () => {
  await using app = await startApp();
  for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(app.url + path);
  await api(app, validateToken, {});
  // Several a second would hide the few requests of a small town that fail.
  const counted = (await scrape(app)).text.match(/^herenow_http_request_seconds_count.*$/gm);
  expect(counted).toEqual([expect.stringContaining('route="/api/validateToken"')]);
});

test('exports what an operator would alert on', async () => {
  await using app = await startApp();
  const [ada, bela, chatId] = await pairInChat(app);
  await ada.api(listFeed, { body: { userId: ada.id } });
  await tryPin(ada, bela);
  await api(app, validateToken, {});
  await fetch(`${app.url}/api/nothing/here`);
  await using socket = await connectStomp({ url: app.url, token: bela.token });
  const message = await send(ada, chatId, 'Hello');
  await socket.nextEvent('messages');
  socket.send('/app/chat.seen', { id: message.id, chatId });
  socket.send('/app/chat.seen', { id: chatId, chatId });
  await socket.nextEvent('errors');

  const { value, text } = await scrape(app);
  const requests = (method: string, route: string, status: number) =>
    value(`herenow_http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`);
  expect(requests('POST', '/api/feed', 200)).toBe(1);
  expect(requests('POST', '/api/chat/send-message', 200)).toBe(1);
  expect(requests('POST', '/api/user/pin-user', 409)).toBe(1);
  expect(requests('GET', '/api/validateToken', 401)).toBe(1);
  expect(requests('GET', 'none', 404)).toBe(1);
  expect(value('herenow_feed_seconds_count')).toBe(1);
  expect(value('herenow_sockets')).toBe(1);
  expect(value('herenow_sockets_opened_total')).toBe(1);
  expect(value('herenow_sockets_closed_total{cause="slow"}')).toBe(0);
  expect(value('herenow_deliveries_total')).toBe(2);
  expect(value('herenow_sends_total{destination="/app/chat.seen",outcome="handled"}')).toBe(1);
  expect(value('herenow_sends_total{destination="/app/chat.seen",outcome="refused"}')).toBe(1);
  expect(value('herenow_database_up')).toBe(1);
  expect(value('herenow_database_connections{state="open"}')).toBeGreaterThan(0);
  expect(value('herenow_database_connections{state="idle"}')).toBeGreaterThanOrEqual(0);
  expect(value('herenow_database_connections{state="waiting"}')).toBe(0);
  for (const kind of ['mail', 'reset', 'wake'])
    for (const state of ['waiting', 'failed'])
      expect(value(`herenow_jobs{kind="${kind}",state="${state}"}`)).toBe(0);
  expect(value('herenow_disk_free_ratio')).toBeGreaterThan(0);
  expect(value('herenow_disk_free_ratio')).toBeLessThan(1);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  for (const secret of [ada.id, bela.id, chatId, message.id, ada.email]) expect(text).not.toContain(secret);

  await socket.disconnect();
  await expect.poll(async () => (await scrape(app)).value('herenow_sockets')).toBe(0);
});

test('without a token only this machine is answered; waiting events and jobs and an unreachable database are shown', async () => {
  await using app = await startApp();
  // Republishing takes only stale events; one from the future never becomes stale.
  await app.pool.query(`INSERT INTO outbox (user_ids, queue, body) VALUES ('{}', 'typing', '{}')`);
  await app.pool.query(`UPDATE outbox SET created_at = now() + interval '1 hour'`);
  await app.work((tx) => tx.enqueue('mail', { userId: '', sealed: '' }, { startAfterSeconds: 600 }));
  const forwarded = await scrape(app, { 'x-forwarded-for': '203.0.113.7' });
  expect([forwarded.status, forwarded.text]).toEqual([404, 'Not found']);
  const before = await scrape(app);
  expect(before.value('herenow_outbox_events')).toBe(1);
  expect(before.value('herenow_outbox_oldest_seconds')).toBeLessThan(0);
  expect(before.value('herenow_jobs{kind="mail",state="waiting"}')).toBe(1);
  await app.pool.query(`UPDATE pgboss.job SET state = 'failed' WHERE name = 'mail'`);
  await app.pool.query('ALTER TABLE outbox RENAME TO gone');
  const during = await scrape(app);
  expect(during.status).toBe(200);
  expect(during.value('herenow_database_up')).toBe(0);
  expect(during.value('herenow_outbox_events')).toBeUndefined();
  expect(during.value('herenow_jobs{kind="mail",state="waiting"}')).toBeUndefined();
  const failures = async () => (await scrape(app)).value('herenow_task_failures_total{task="outbox"}');
  await expect.poll(failures).toBeGreaterThan(0);
  await app.pool.query('ALTER TABLE gone RENAME TO outbox');
  const after = await scrape(app);
  expect(after.value('herenow_database_up')).toBe(1);
  expect(after.value('herenow_jobs{kind="mail",state="failed"}')).toBe(1);
});

test('shows which engine cannot be reached', async () => {
  await using nats = await startNats();
  await using app = await startApp({ natsUrl: nats.url });
  const up = async (engine: string) => (await scrape(app)).value(`herenow_engine_up{engine="${engine}"}`);
  expect(await up('message bus')).toBe(1);
  await nats.kill();
  await expect.poll(() => up('message bus')).toBe(0);
  expect([await up('photo store'), await up('mail server')]).toEqual([1, 1]);
});

test('a disk that does not answer leaves out only what it would say', async () => {
  await using app = await startApp();
  const file = path.join(app.config.dataDir, 'last-backup');
  // Whoever reads it waits for somebody who writes to it.
  execFileSync('mkfifo', [file]);
  const during = await scrape(app);
  expect(during.status).toBe(200);
  expect(during.value('herenow_database_up')).toBe(1);
  expect(during.value('herenow_backup_timestamp_seconds')).toBeUndefined();
  const handle = await open(file, 'r+');
  await rm(file);
  await handle.close();
  await expect.poll(async () => (await scrape(app)).value('herenow_backup_timestamp_seconds')).toBe(0);
});

test('with a token only its bearer is answered', async () => {
  await using app = await startApp({ metricsToken: TOKEN });
  const ada = await person(app, 'ada');
  await goVisible(app, ada);
  const from = { 'x-forwarded-for': '203.0.113.7' };
  expect((await scrape(app, { ...from, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, `Bearer ${ada.token}`, TOKEN])
    expect((await scrape(app, { authorization })).status, authorization).toBe(404);
});

test('in production without a token nobody is answered', async () => {
  await using app = await startApp({ production: true });
  expect((await scrape(app)).status).toBe(404);
});

test('a token that is easily guessed is refused at the start', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16');
  expect(() => readConfig({ METRICS_TOKEN: 'with spaces in between' })).toThrow('METRICS_TOKEN');
  expect(readConfig({ METRICS_TOKEN: TOKEN }).metricsToken).toBe(TOKEN);
});
