import { eventually } from '@herenow/testing/eventually';
import { QUEUES, type QueueName } from '@herenow/contract/queue';
import { expect, test } from 'vitest';
import { goVisible, meet, pin, send, signInAgain } from '@herenow/testing/encounters';
import { people, person, type Person } from '@herenow/testing/people';
import { deleteAccount } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { checkBody, reduce, shownBy, takeSnapshot, type LiveEvent, type Snapshot } from './live-client.ts';
import { SCENARIOS, type Scenario } from './realtime-scenarios.ts';
import { IN_TIME } from './realtime-timed-scenarios.ts';

async function play(app: TestApp, scenario: Scenario): Promise<void> {
  let [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const chatId = (await (scenario.before ?? meet)(app, ada, bela)) ?? '';
  const message = scenario.before ? undefined : await send(ada, chatId, 'one');
  const open = ({ token }: Person) => connectStomp({ url: app.url, token });
  await using adaTab = await open(ada);
  await using adaOther = await open(ada);
  await using belaTab = await open(bela);
  await using belaOther = await open(bela);
  const before = [await takeSnapshot(ada), await takeSnapshot(bela)] as const;

  await scenario.act({ app, ada, bela, adaTab, belaTab, chatId, message: message! });

  [ada, bela] = await signInAgain(app, ada, bela);
  const sides = [
    [ada, before[0], [adaTab, adaOther], scenario.ada],
    [bela, before[1], [belaTab, belaOther], scenario.bela],
  ] as const;
  for (const [who, known, tabs, expected] of sides) {
    for (const tab of tabs) await arrival(tab, expected);
    const events = tabs.map((tab) => tab.events as LiveEvent[]);
    expect(events[1]).toEqual(events[0]);
    compare(known, events[0]!, await takeSnapshot(who), who);
  }
}

async function arrival(tab: StompClient, expected: readonly QueueName[]): Promise<void> {
  await eventually(() => expect(tab.events.length).toBeGreaterThanOrEqual(expected.length));
  await tab.roundTrip();
  expect(tab.events.map(({ queue }) => queue).toSorted()).toEqual(expected.toSorted());
}

/**
 * Expects that the events turn the snapshot before into the snapshot after, and that receiving each twice changes
 * nothing.
 */
function compare(before: Snapshot, events: LiveEvent[], after: Snapshot, { id }: Person): void {
  let state = before;
  for (const event of [...events, ...events.filter(({ queue }) => queue !== 'chats-gone')]) {
    checkBody(event);
    const next = reduce(state, event, id);
    if (next !== 'fetch') state = next;
    else if (event.queue === 'profiles') state = after;
    else if (event.queue === 'notifications' || event.queue === 'pins') {
      expect(after.chats.map((chat) => chat.id)).toContain(event.body.chatId);
      state = after;
    }
  }
  expect(shownBy(state)).toEqual(shownBy(after));
}

test('snapshot before + event = snapshot after', async () => {
  await using app = await startApp();
  for (const scenario of SCENARIOS) {
    await play(app, scenario).catch((error: Error) => {
      error.message = `${scenario.name}: ${error.message}`;
      throw error;
    });
  }
});

test.each(IN_TIME.map((scenario) => [scenario.name, scenario] as const))(
  'snapshot before + event = snapshot after: %s',
  async (_, scenario) => {
    await using app = await startApp();
    await play(app, scenario);
  },
);

test('there is a scenario for every event that changes the screen', () => {
  const shown = new Set([...SCENARIOS, ...IN_TIME].flatMap(({ ada, bela }) => [...ada, ...bela]));
  // These change nothing that a snapshot holds.
  const passing: QueueName[] = ['typing', 'errors', 'nearby'];
  expect([...shown, ...passing].toSorted()).toEqual(Object.keys(QUEUES).toSorted());
});

test('deleting an account removes its chats', async () => {
  await using app = await startApp();
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  const chatId = await meet(app, ada, bela);
  await goVisible(app, chidi);
  const pending = await pin(ada, chidi);
  await using belaTab = await connectStomp({ url: app.url, token: bela.token });
  await using chidiTab = await connectStomp({ url: app.url, token: chidi.token });
  const before = [await takeSnapshot(bela), await takeSnapshot(chidi)] as const;
  await deleteAccount(ada);
  expect(await belaTab.nextEvent('chats-gone')).toEqual({ chatId });
  expect(await chidiTab.nextEvent('notifications')).toMatchObject({ chatId: pending, type: 'PIN_WITHDRAWN' });
  await Promise.all([belaTab.roundTrip(), chidiTab.roundTrip()]);
  compare(before[0], belaTab.events as LiveEvent[], await takeSnapshot(bela), bela);
  compare(before[1], chidiTab.events as LiveEvent[], await takeSnapshot(chidi), chidi);
});
