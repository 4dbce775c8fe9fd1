import { cuttableLine } from '@herenow/testing/cuttable-line';
import { meet, send } from '@herenow/testing/encounters';
import { startNats } from '@herenow/testing/nats-server';
import { api, person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { expect } from 'vitest';

/**
 * Starts two nodes, the first of which reaches NATS by a line that can be interrupted, with ada at the first and bela
 * at the second.
 */
export async function busScene() {
  await using undo = new AsyncDisposableStack();
  const nats = undo.use(await startNats());
  const line = undo.use(await cuttableLine(new URL(nats.url).host));
  const tokenSecret = 'a-secret-that-both-nodes-of-this-test-share';
  const one = undo.use(await startApp({ natsUrl: `nats://${line.host}`, tokenSecret }));
  const two = undo.use(await startApp({ ...one.config, natsUrl: nats.url }));
  const ada = await person(one, 'ada');
  const bela = at(two, await person(one, 'bela'));
  const chatId = await meet(one, ada, bela);
  const adaTab = undo.use(await connectStomp({ url: one.url, token: ada.token }));
  const belaTab = undo.use(await connectStomp({ url: two.url, token: bela.token }));
  const closed: string[] = [];
  void adaTab.closed.then(({ code }) => closed.push(`ada ${code}`));
  void belaTab.closed.then(({ code }) => closed.push(`bela ${code}`));
  const resources = undo.move();
  const dispose = () => resources.disposeAsync();
  return { nats, line, one, two, ada, bela, chatId, adaTab, belaTab, closed, [Symbol.asyncDispose]: dispose };
}

/** Returns the same user, calling another node. */
export const at = (node: TestApp, who: Person): Person => ({
  ...who,
  api: (call, input) => api(node, call, { ...input, token: who.token }),
});

export const heard = (tab: StompClient, content: string) =>
  tab.nextEvent('messages', (message) => message.content === content);

export const readiness = async (node: TestApp) => (await fetch(`${node.url}/readyz`)).status;

/** Log lines that would alarm an operator; the loss of the bus is only a warning. */
export const alarms = (node: TestApp) => node.logLines.filter((line) => /"level":[56]0|"stack"/.test(line));

/** Cuts one node off from the bus, and expects its people to be moved. */
export async function expectMoved(how: 'cut' | 'freeze'): Promise<void> {
  await using all = await busScene();
  const { line, one, two, ada, bela, chatId, adaTab, belaTab, closed } = all;
  line[how]();
  await send(bela, chatId, 'into the silence');
  await send(ada, chatId, 'out of the silence');
  await heard(adaTab, 'into the silence');
  await heard(belaTab, 'out of the silence');
  await expect.poll(() => readiness(one)).toBe(503);
  const state = await (await fetch(`${one.url}/readyz`)).text();
  expect(state).toContain('The message bus reaches other nodes, but not this one.');
  expect(await adaTab.closed).toEqual({ code: 1012, reason: 'service restart' });
  // A user who reconnects to this node is accepted and receives events.
  await using again = await connectStomp({ url: one.url, token: ada.token });
  await send(bela, chatId, 'here, too');
  await heard(again, 'here, too');
  line.mend();
  await expect.poll(() => readiness(one)).toBe(200);
  await send(bela, chatId, 'whole again');
  await heard(again, 'whole again');
  await belaTab.roundTrip();
  expect(closed).toEqual(['ada 1012']);
  await expect.poll(() => readiness(two)).toBe(200);
  expect([...alarms(one), ...alarms(two)]).toEqual([]);
}
