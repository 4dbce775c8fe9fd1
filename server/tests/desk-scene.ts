import { login } from '@herenow/contract/accounts';
import type { ModerationAction } from '@herenow/contract/constants';
import { listModerationLog, moderate, type ModerationEntry } from '@herenow/contract/moderation';
import { beforeEach } from 'vitest';
import { ok } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import type { Surroundings } from '../src/app.ts';
import { sharedApp } from '@herenow/testing/shared-app';

/**
 * Sets up an app for the tests of a file, with dana, an operator, as its only user before each test, and the actions of
 * the desk.
 */
export function deskScene(surroundings: Partial<Surroundings> = {}) {
  const app = sharedApp({}, surroundings);
  let dana: Person;
  beforeEach(async () => {
    await app.pool.query('TRUNCATE moderation_log');
    await app.db.deleteFrom('users').execute();
    dana = await person(app, 'dana');
    await makeOperator(app, dana);
  });

  return {
    app,
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
