import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import { accept, goHidden, goVisible, leave, meet, pin, tellPosition } from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import { BERLIN, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { expect } from 'vitest';
import { REST_MINUTES } from '../src/features/presence/policy.ts';
import { awayFrom } from './feed-crowd.ts';
import { both, pinned, type Scenario } from './realtime-scenarios.ts';

const [NORTH, SOUTH] = [awayFrom(BERLIN, 10, 0), awayFrom(BERLIN, 10, 180)];

const move = async (app: TestApp, who: Person) => {
  const { id } = who;
  await tellPosition(who, SOUTH);
  const cellOf = async () =>
    (await app.db.selectFrom('presences').select('cell').where('user_id', '=', id).executeTakeFirst())?.cell;
  const before = await cellOf();
  app.clock.moveBy(REST_MINUTES.most * 60_000);
  await eventually(async () => expect(await cellOf()).not.toBe(before));
  // Whoever is told of it has been told.
  await expect.poll(() => app.db.selectFrom('outbox').select('id').execute()).toEqual([]);
};

/** These move the clock, so each needs an app of its own. */
export const IN_TIME: Scenario[] = [
  {
    name: 'a partner who has moved',
    act: ({ app, bela }) => move(app, bela),
    ...both('profiles'),
  },
  {
    name: 'a partner who has moved and is as far away as before',
    before: async (app, ada, bela) => {
      await tellPosition(bela, NORTH);
      return await meet(app, ada, bela);
    },
    act: ({ app, bela }) => move(app, bela),
    ...both(),
  },
  {
    name: 'somebody incognito who has moved',
    before: async (app, ada, bela) => {
      const chatId = await meet(app, ada, bela);
      await goHidden(app, bela);
      return chatId;
    },
    act: ({ app, bela }) => move(app, bela),
    ...both(),
  },
  {
    name: 'a session that runs out',
    before: async (app, ada, bela) => {
      const chatId = await meet(app, ada, bela);
      await goVisible(app, bela, 1);
      return chatId;
    },
    act: async ({ app }) => app.clock.moveBy(1.5 * HOUR_MS),
    ada: ['presence'],
    bela: ['own-presence'],
  },
  {
    name: 'a pin whose maker’s session runs out',
    before: async (app, ada, bela) => {
      const chatId = await pinned(app, ada, bela);
      await goVisible(app, ada, 1);
      return chatId;
    },
    act: async ({ app }) => app.clock.moveBy(1.5 * HOUR_MS),
    ada: ['own-presence', 'pins'],
    bela: ['notifications'],
  },
  {
    name: 'a chat erased after a day’s pause',
    before: async (app, ada, bela) => {
      await goVisible(app, bela);
      await goHidden(app, ada);
      const chatId = await pin(ada, bela);
      await accept(bela, chatId);
      await goHidden(app, ada, null);
      await leave(bela);
      return chatId;
    },
    act: async ({ app }) => app.clock.moveBy(DAY_MS),
    ...both('chats-gone'),
  },
];
