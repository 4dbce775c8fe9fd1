import { login } from '@herenow/contract/accounts';
import type { ModerationAction } from '@herenow/contract/constants';
import { listModerationLog, moderate, type ModerationEntry } from '@herenow/contract/moderation';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ok } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import type { Surroundings } from '../src/app.ts';
import { startApp, type TestApp } from '@herenow/testing/start-app';

/**
 * Sets up an app for the tests of a file, with dana, an operator, as its only user before each test, and the actions of
 * the desk.
 */
export function deskScene(surroundings: Partial<Surroundings> = {}) {
  let app: TestApp;
  let dana: Person;
  beforeAll(async () => {
    app = await startApp({}, surroundings);
  });
  beforeEach(async () => {
    await app.pool.query('TRUNCATE moderation_log');
    await app.db.deleteFrom('users').execute();
    dana = await person(app, 'dana');
    await makeOperator(app, dana);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  return {
    get app() {
      return app;
    },
    get dana() {
      return dana;
    },
    act: (whom: { id: string }, action: ModerationAction, more: object = {}) =>
      dana.api(moderate, { params: { userId: whom.id }, body: { action, ...more } }),
    log: async (): Promise<ModerationEntry[]> => ok(await dana.api(listModerationLog)).json,
    signIn: ({ email }: { email: string }) => api(app, login, { body: { email, password: PASSWORD } }),
    subjects: (who: Person) => app.mailbox.list(who.email).map(({ subject }) => subject),
  };
}
