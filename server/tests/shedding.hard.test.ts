/** What a node refuses while it is overloaded, and what continues to work. */
import { refreshToken, validateToken } from '@herenow/contract/accounts';
import { CALLS } from '@herenow/contract/calls';
import { listChats, listMessages } from '@herenow/contract/chats';
import { goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import { RATES } from '@herenow/contract/rates';
import { meet, send } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

/** Blocks the event loop of this process for this long each turn, until it is disposed. */
function busyLoop(milliseconds: number): Disposable {
  const timer = setInterval(() => {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  }, 1);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

const own = (who: Person) => who.api(getUser, { params: { id: who.id } });
const stay = (app: TestApp, who: Person) => {
  const onlineUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  return who.api(goOnline, { body: { userId: who.id, onlineUntil } });
};

async function expectChatsToGoOn(ada: Person, chatId: string) {
  await send(ada, chatId, 'Still here');
  const answers = await Promise.all([
    ada.api(listChats, { params: { userId: ada.id } }),
    ada.api(listMessages, { params: { chatId } }),
    ada.api(validateToken),
    ada.api(refreshToken, { body: { accessToken: ada.token, userId: ada.id } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

/** The status of a call that comes while many others are open. */
async function inCrowd(ada: Person, ask: (who: Person) => Promise<{ status: number }>) {
  const others = Array.from({ length: 30 }, () => ada.api(listChats, { params: { userId: ada.id } }));
  const { status } = await ask(ada);
  expect((await Promise.all(others)).map((other) => other.status)).toEqual(Array(30).fill(200));
  return status;
}

async function scene() {
  const app = await startApp({ rateLimits: true }, { shedding: true });
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  return { app, ada, chatId: await meet(app, ada, bela) };
}

test('with a slow event loop, reading is refused first, then most other calls, and never a chat', async () => {
  const { app, ada, chatId } = await scene();
  await using _ = app;
  {
    using _busy = busyLoop(130);
    let refused: Awaited<ReturnType<typeof own>>;
    const ask = async (who: Person) => (refused = await own(who));
    await expect.poll(() => inCrowd(ada, ask)).toBe(503);
    expect(refused!.text).toBe('Herenow is very busy right now. Please try again in a moment.');
    expect(refused!.headers.get('retry-after')).toBe('3');
    expect(refused!.headers.get('refusal-code')).toBe('busy');
    expect(await inCrowd(ada, (who) => stay(app, who))).toBe(200);
    // Alone it is answered: to refuse it would make no room.
    expect((await own(ada)).status).toBe(200);
    await expectChatsToGoOn(ada, chatId);
  }
  {
    using _busy = busyLoop(330);
    await expect.poll(() => inCrowd(ada, (who) => stay(app, who))).toBe(503);
    await expectChatsToGoOn(ada, chatId);
  }
  await expect.poll(async () => (await own(ada)).status).toBe(200);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  for (const rank of ['first', 'late']) expect(metrics).toContain(`herenow_shed_total{rank="${rank}"}`);
});

test('with too many calls waiting for the database, new ones are refused at once, and chats wait their turn', async () => {
  const { app, ada, chatId } = await scene();
  await using _ = app;
  const held = await Promise.all(Array.from({ length: 20 }, () => app.pool.connect()));
  const waiting = Array.from({ length: 201 }, () => app.pool.query('SELECT 1'));
  expect((await own(ada)).status).toBe(503);
  const chats = ada.api(listChats, { params: { userId: ada.id } });
  const sent = send(ada, chatId, 'In line');
  for (const client of held) client.release();
  await Promise.all(waiting);
  expect((await chats).status).toBe(200);
  await sent;
  expect((await own(ada)).status).toBe(200);
});

test('no call that a session or a chat needs can be shed', () => {
  const kept = CALLS.filter(({ call }) => /Token|send-message|edit-message|\/api\/chat\//.test(call.path));
  expect(kept.length).toBeGreaterThanOrEqual(6);
  for (const { call } of kept)
    expect([call.path, call.bound.kept ?? !('shed' in RATES[call.bound.rate])]).toEqual([call.path, true]);
});
