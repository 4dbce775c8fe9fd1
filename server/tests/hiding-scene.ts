import { DAY_MS } from '@herenow/contract/constants';
import { reportUser } from '@herenow/contract/safety';
import { feedOf, goVisible, meet, ok } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { afterEach, beforeEach, expect } from 'vitest';

/**
 * Sets up an app for each test with dana, an operator, and ada, whom reports are about, and the actions that hide
 * people.
 */
export function hidingScene() {
  let app: TestApp;
  let dana: Person;
  let ada: Person;
  let networks = 0;
  beforeEach(async () => {
    app = await startApp({ rateLimits: true, trustProxy: true });
    dana = await grown('dana');
    ada = await grown('ada');
    await makeOperator(app, dana);
  });
  afterEach(() => app[Symbol.asyncDispose]());

  /** Makes a person whose account is a month old, and who stays signed in however far the clock is moved. */
  async function grown(name: string): Promise<Person> {
    const one = await person(app, name);
    const since = new Date(app.clock.now().getTime() - 30 * DAY_MS);
    await app.db.updateTable('users').set({ created_at: since }).where('id', '=', one.id).execute();
    return signedIn(one);
  }

  const signedIn = (one: Person): Person => ({
    ...one,
    api: async (call, input) => api(app, call, { ...input, token: await tokenOf(one) }),
  });

  /** Returns a token that is valid now, however far the clock was moved. */
  async function tokenOf({ id }: Person): Promise<string> {
    return (await app.work((tx) => app.accounts.sessions.open(tx, id, { userAgent: 'test' }))).token;
  }

  /** Returns an address in a different network each time. */
  const elsewhere = () => `10.${(networks += 1)}.0.1`;

  async function report(
    from: Person,
    whom = ada,
    { network = elsewhere(), reason = 'Underage user' } = {},
  ): Promise<void> {
    const token = await tokenOf(from);
    const body = { reporterId: from.id, reportedUserId: whom.id, reason } as never;
    ok(await api(app, reportUser, { body, token, headers: { 'x-forwarded-for': network } }));
  }

  async function hiddenUntil(whom = ada): Promise<Date | null> {
    const row = await app.db
      .selectFrom('users')
      .select('hidden_until')
      .where('id', '=', whom.id)
      .executeTakeFirst();
    return row!.hidden_until;
  }
  const isHidden = async (whom = ada) =>
    ((await hiddenUntil(whom))?.getTime() ?? 0) > app.clock.now().getTime();

  const idsInFeed = async (who: Person) => (await feedOf(who)).map(({ id }) => id);

  /** Shows ada to other users in their feeds. */
  async function shownTo(...viewers: Person[]): Promise<void> {
    await goVisible(app, ada);
    for (const viewer of viewers) {
      expect(await idsInFeed(viewer)).toContain(ada.id);
      await expect
        .poll(() => app.db.selectFrom('handouts').select('id').where('viewer_id', '=', viewer.id).execute())
        .not.toEqual([]);
    }
  }

  /** Makes people meet a person and report them. */
  async function meetAndReport(reporters: readonly Person[], whom = ada): Promise<void> {
    for (const one of reporters) await meet(app, one, whom);
    for (const one of reporters) await report(one, whom);
  }

  return {
    get app() {
      return app;
    },
    get dana() {
      return dana;
    },
    get ada() {
      return ada;
    },
    grown,
    signedIn,
    report,
    hiddenUntil,
    isHidden,
    idsInFeed,
    shownTo,
    meetAndReport,
  };
}
