import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import { updateLocation } from '@herenow/contract/profile';
import { accept, goHidden, goVisible, leave, meet, ok, pin } from '@herenow/testing/encounters';
import { eventually } from '@herenow/testing/eventually';
import { BERLIN, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { expect } from 'vitest';
import { REST_MINUTES } from '../src/features/presence/policy.ts';
import { both, pinned, type Scenario } from './realtime-scenarios.ts';

const move = async (app: TestApp, { api, id }: Person) => {
  const [longitude, latitude] = BERLIN;
  const place = { type: 'Point' as const, coordinates: [longitude, latitude + 0.1] as [number, number] };
  ok(await api(updateLocation, { params: { id }, body: place }));
  const cellOf = async () =>
    (await app.db.selectFrom('presences').select('cell').where('user_id', '=', id).executeTakeFirst())?.cell;
  const before = await cellOf();
  app.clock.moveBy(REST_MINUTES.most * 60_000);
  await eventually(async () => expect(await cellOf()).not.toBe(before));
};

/** These move the clock, so each needs an app of its own. */
export const IN_TIME: Scenario[] = [
  {
    name: 'a partner who has moved',
    act: ({ app, bela }) => move(app, bela),
    ...both('profiles'),
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
