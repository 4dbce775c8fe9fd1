import { getAlert, setAlert } from '@herenow/contract/alerts';
import { DAY_MS } from '@herenow/contract/constants';
import { addFcmToken } from '@herenow/contract/push';
import { ok, stayingSignedIn } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { startPushService, type PushService, type TestDevice } from '@herenow/testing/push-service';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { crowd, type Member } from './feed-crowd.ts';

const QUICK = { outbox: 250, presences: 100, chats: 100, photos: 100, rights: 100, retrySeconds: 0 };
export const MINUTE_MS = 60_000;
const MONTH_MS = 30 * DAY_MS;
/** In minutes: the latest that a push arrives, and the time afterwards in which an area gets no other. */
export const LATEST = 16;
export const PAUSE = 71;

export interface Waiting {
  who: Person;
  device: TestDevice;
}

/** Sets up an app for each test, people who wait for an alert, and people who come. */
export function alertsScene() {
  let service: PushService;
  let app: TestApp;
  beforeAll(async () => {
    service = await startPushService();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach(async () => {
    app = await startApp({}, { pushTransport: service.transport, pace: { ...QUICK, alerts: 10 } });
  });
  afterEach(() => app[Symbol.asyncDispose]());

  /** Makes a user with a device for pushes, whose account is a month old. */
  async function waiting(name: string, at = BERLIN): Promise<Waiting> {
    const who = stayingSignedIn(app, await person(app, name, { at }));
    await age([who.id]);
    const device = service.device();
    ok(await who.api(addFcmToken, { body: { userId: who.id, fcmToken: device.token } }));
    return { who, device };
  }

  const age = (ids: string[]) =>
    app.db
      .updateTable('users')
      .set({ created_at: new Date(app.clock.now().getTime() - MONTH_MS) })
      .where('id', 'in', ids)
      .execute();

  const ask = (who: Person, body: object = {}) => who.api(setAlert, { body: { userId: who.id, ...body } });
  const untilOf = async (who: Person) => ok(await who.api(getAlert)).json.until;

  /** Makes people with month-old accounts become visible now. */
  async function come(count: number, members: Partial<Member> = {}): Promise<Member[]> {
    const people = await crowd(
      app,
      Array.from({ length: count }, () => ({ at: BERLIN, minutesLeft: 180, ...members })),
    );
    await age(people.map(({ id }) => id));
    return people;
  }

  /**
   * Moves the clock minute by minute, and waits each time until every due area has been checked. Returns the minutes
   * after which a push was queued.
   */
  async function pass(minutes: number): Promise<number[]> {
    const told: number[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const before = await pushJobs();
      app.clock.moveBy(MINUTE_MS);
      await looked();
      if ((await pushJobs()) > before) told.push(minute);
    }
    return told;
  }

  async function looked(): Promise<void> {
    const due = async () => {
      const now = app.clock.now();
      return (await app.pool.query('SELECT FROM alert_areas WHERE looks_at <= $1', [now])).rowCount;
    };
    await expect.poll(due, { interval: 5 }).toBe(0);
  }

  /** Returns how many pushes of this kind were ever queued, sent or not. */
  async function pushJobs(): Promise<number> {
    const { rows } = await app.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'wake' AND data ->> 'kind' = 'nearby'`,
    );
    return rows[0]!.count;
  }

  return {
    get app() {
      return app;
    },
    waiting,
    age,
    ask,
    untilOf,
    come,
    pass,
    looked,
    pushJobs,
  };
}
