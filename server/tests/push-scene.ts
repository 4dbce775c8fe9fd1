import { eventually, PATIENCE_MS } from '@herenow/testing/eventually';
import { addFcmToken } from '@herenow/contract/push';
import { afterAll, beforeAll, expect } from 'vitest';
import { goVisible, ok, signInAgain } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startPushService, type PushService, type TestDevice } from '@herenow/testing/push-service';
import { startApp, type TestApp } from '@herenow/testing/start-app';

/** Sets up an app and a push service for the tests of a file, and the actions on them. */
export function pushScene() {
  let app: TestApp;
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
    // A push that is late on a busy machine would be sent again.
    app = await startApp({}, { pushTransport: { ...service.transport, patienceMs: PATIENCE_MS } });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const register = async (one: Person, device: TestDevice) =>
    ok(await one.api(addFcmToken, { body: { userId: one.id, fcmToken: device.token } }));

  /** Makes ada, and bela, who has a device; both are visible. */
  async function pair(): Promise<{ ada: Person; bela: Person; device: TestDevice }> {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    const device = service.device();
    await register(bela, device);
    await goVisible(app, ada);
    await goVisible(app, bela);
    return { ada, bela, device };
  }

  async function jobsOf(chatId: string): Promise<string[]> {
    const { rows } = await app.pool.query<{ state: string }>(
      `SELECT state FROM pgboss.job WHERE name = 'wake' AND data -> 'payload' ->> 'chatId' = $1`,
      [chatId],
    );
    return rows.map(({ state }) => state);
  }

  const done = (chatId: string, count: number) =>
    eventually(async () => expect(await jobsOf(chatId)).toEqual(Array(count).fill('completed')));

  return {
    get app() {
      return app;
    },
    get service() {
      return service;
    },
    register,
    pair,
    jobsOf,
    done,
  };
}

/** Signs a user in on `count` more devices of a push service. */
export async function addDevices(
  app: TestApp,
  who: Person,
  service: PushService,
  count: number,
): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const [again] = await signInAgain(app, who);
    ok(await again.api(addFcmToken, { body: { userId: who.id, fcmToken: service.device().token } }));
  }
}
