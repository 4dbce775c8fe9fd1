import { login } from '@herenow/contract/accounts';
import type { ModerationAction } from '@herenow/contract/constants';
import { listModerationLog, moderate, type ModerationEntry } from '@herenow/contract/moderation';
import { beforeEach, expect } from 'vitest';
import { ok } from '@herenow/testing/encounters';
import { api, PASSWORD, type Person } from '@herenow/testing/people';
import { newOperator } from '@herenow/testing/second-factor';
import type { Surroundings } from '../src/app.ts';
import { sharedApp } from '@herenow/testing/shared-app';
import { appealTokenIn } from './appeal-token.ts';

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
    dana = await newOperator(app, 'dana');
  });

  return {
    app,
    /** Makes another operator. */
    operator: (name: string) => newOperator(app, name),
    get dana() {
      return dana;
    },
    act: (whom: { id: string }, action: ModerationAction, more: object = {}) =>
      dana.api(moderate, { params: { userId: whom.id }, body: { action, ...more } }),
    log: async (): Promise<ModerationEntry[]> => ok(await dana.api(listModerationLog)).json,
    /** Returns the token in the latest mail about a decision, once the user has it. */
    async mailedToken({ email }: Person): Promise<string> {
      await expect.poll(() => app.mailbox.list(email)).toHaveLength(1);
      return appealTokenIn(app.mailbox.list(email)[0]!.text);
    },
    signIn: ({ email }: { email: string }) => api(app, login, { body: { email, password: PASSWORD } }),
    subjects: (who: Person) => app.mailbox.list(who.email).map(({ subject }) => subject),
  };
}
