import { login, validateToken } from '@herenow/contract/accounts';
import { HOUR_MS } from '@herenow/contract/constants';
import { goOnline } from '@herenow/contract/presence';
import { getPulse, type Pulse, type PulsePoint } from '@herenow/contract/pulse';
import { goVisible, meet, ok, send, tryPin } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { report } from '@herenow/testing/safety';
import { newOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { momentOf } from '../src/features/pulse/policy.ts';

const PACE = { pace: { pulse: 20, accounts: 100, retrySeconds: 0 } };
const MOMENT_MS = 15_000;
const MINUTE_MS = 60_000;

/** Moves the clocks until each of these nodes has recorded its activity so far, and charts show it. */
async function settle(...apps: TestApp[]): Promise<void> {
  const [first] = apps;
  const noted = async (since: Date): Promise<number> => {
    const sql = 'SELECT DISTINCT node FROM pulse_samples WHERE at >= $1';
    return (await first!.pool.query(sql, [since])).rowCount!;
  };
  for (let round = 0; round < 2; round += 1) {
    first!.clock.moveBy(MOMENT_MS);
    const now = first!.clock.now();
    // All nodes have the same time.
    for (const { clock } of apps) clock.moveBy(now.getTime() - clock.now().getTime());
    await expect.poll(() => noted(momentOf(now))).toBeGreaterThanOrEqual(apps.length);
  }
}

async function read(by: Person, minutes = 60): Promise<Pulse> {
  return ok(await by.api(getPulse, { query: { minutes } })).json;
}

type Rate = 'pins' | 'messages' | 'deliveries' | 'calls' | 'errors';
/** Returns the total of what the response gives per minute. */
const total = ({ points, stepSeconds }: Pulse, rate: Rate): number =>
  Math.round(points.reduce((sum, point) => sum + ((point[rate] ?? 0) * stepSeconds) / 60, 0));

const known = (points: readonly PulsePoint[]) => points.filter(({ nodes }) => nodes > 0);

test('shows the numbers of visible people, waiting work and acts, about nobody', async () => {
  await using app = await startApp({}, PACE);
  const dana = await newOperator(app, 'dana');
  const [ada, bela, cleo] = [await person(app, 'ada'), await person(app, 'bela'), await person(app, 'cleo')];
  const chatId = await meet(app, ada, bela);
  await goVisible(app, cleo);
  ok(await tryPin(ada, cleo));
  // No feed shows a presence without an end.
  ok(await dana.api(goOnline, { body: { userId: dana.id, onlineUntil: null } }));
  await using tab = await connectStomp({ url: app.url, token: bela.token });
  const { id } = await send(ada, chatId, 'Hello');
  await tab.nextEvent('messages');
  await report(bela, ada);
  app.clock.moveBy(5 * MINUTE_MS);
  await settle(app);

  const pulse = await read(dana);
  expect(pulse.latest).toMatchObject({ nodes: 1, visible: 3, chats: 1, waiting: 1 });
  expect(pulse.latest.oldestSeconds).toBeGreaterThanOrEqual(300);
  expect(pulse.latest.oldestSeconds).toBeLessThan(400);
  expect(total(pulse, 'messages')).toBe(1);
  expect(total(pulse, 'deliveries')).toBe(1);
  expect(total(pulse, 'pins')).toBe(2);
  expect(total(pulse, 'errors')).toBe(0);
  expect(total(pulse, 'calls')).toBeGreaterThan(total(pulse, 'pins'));
  const [slow] = known(pulse.points).filter(({ p99Ms }) => p99Ms !== null);
  expect(slow!.p99Ms).toBeGreaterThanOrEqual(slow!.medianMs!);
  const text = JSON.stringify(pulse);
  for (const secret of [ada.id, ada.email, bela.id, cleo.id, chatId, id]) expect(text).not.toContain(secret);
});

test('sums over nodes; a restarted node counts from zero, and its earlier counts stay @slow', async () => {
  await using one = await startApp({}, PACE);
  const dana = await newOperator(one, 'dana');
  await settle(one);
  const before = total(await read(dana), 'calls');
  const call = async (app: TestApp, times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await api(app, validateToken, {});
  };
  {
    await using two = await startApp(one.config, PACE);
    await settle(one, two);
    await call(one, 3);
    await call(two, 40);
    await settle(one, two);
    const { latest } = await read(dana);
    expect(latest.nodes).toBe(2);
  }
  {
    await using again = await startApp(one.config, PACE);
    await settle(one, again);
    await call(again, 1);
    expect((await api(again, login, { body: { email: dana.email, password: 'wrong' } })).status).toBe(401);
    await settle(one, again);
    // Each sample covers its own moment only: there are never more quick calls than calls.
    const odd = 'SELECT FROM pulse_samples WHERE calls < ANY (within)';
    expect((await one.pool.query(odd)).rowCount).toBe(0);
    const pulse = await read(dana);
    const reads = 2;
    expect(total(pulse, 'calls')).toBe(before + 3 + 40 + 2 + reads);
    for (const { calls } of known(pulse.points)) expect(calls).toBeGreaterThanOrEqual(0);
  }
});

test('an error is counted, and there is a gap where nobody counted', async () => {
  await using app = await startApp({}, PACE);
  const dana = await newOperator(app, 'dana');
  await settle(app);
  await app.pool.query('ALTER TABLE operators RENAME TO gone');
  expect((await dana.api(getPulse, { query: { minutes: 60 } })).status).toBe(500);
  await app.pool.query('ALTER TABLE gone RENAME TO operators');
  app.noteUnhandled();
  await settle(app);
  app.clock.moveBy(10 * MINUTE_MS);
  await settle(app);
  const pulse = await read(dana);
  expect(total(pulse, 'errors')).toBe(2);
  expect(known(pulse.points).length).toBeLessThan(10);
  expect(pulse.points.some(({ visible, calls }) => visible === null && calls === null)).toBe(true);
});

test('has the requested length, at most 240 points, and data for a day', async () => {
  await using app = await startApp({}, PACE);
  const dana = await newOperator(app, 'dana');
  for (const [minutes, points, stepSeconds] of [
    [15, 60, 15],
    [60, 240, 15],
    [360, 240, 90],
    [1440, 240, 360],
    [1000, 236, 255],
  ] as const) {
    const pulse = await read(dana, minutes);
    expect([pulse.points.length, pulse.stepSeconds]).toEqual([points, stepSeconds]);
    expect(Date.parse(pulse.points.at(-1)!.at)).toBeLessThanOrEqual(app.clock.now().getTime());
  }
  for (const minutes of [14, 1441, 0, -60, 60.5, Number.NaN])
    expect((await dana.api(getPulse, { query: { minutes } })).status, String(minutes)).toBe(400);

  await settle(app);
  const { rows } = await app.pool.query<{ at: Date }>('SELECT max(at) AS at FROM pulse_samples');
  app.clock.moveBy(25 * HOUR_MS);
  await expect
    .poll(
      async () => (await app.pool.query('SELECT FROM pulse_samples WHERE at <= $1', [rows[0]!.at])).rowCount,
    )
    .toBe(0);
  await expect
    .poll(
      async () => (await app.pool.query('SELECT FROM pulse_moments WHERE at <= $1', [rows[0]!.at])).rowCount,
    )
    .toBe(0);
});
