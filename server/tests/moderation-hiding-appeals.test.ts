import { DECISION_HEADER, login } from '@herenow/contract/accounts';
import { appeal, decideAppeal, getDecision, listAppeals } from '@herenow/contract/appeals';
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import { getModerationStatistics, listCases, listModerationLog } from '@herenow/contract/moderation';
import { meet, ok } from '@herenow/testing/encounters';
import { api, PASSWORD, type Person } from '@herenow/testing/people';
import { expect, test } from 'vitest';
import { appealTokenIn } from './appeal-token.ts';
import { hidingScene } from './hiding-scene.ts';

const scene = hidingScene();
const { grown, report, isHidden, meetAndReport } = scene;

/** Returns the token of the hiding, from its mail. */
async function mailedToken(): Promise<string> {
  const { app, ada } = scene;
  await expect.poll(() => app.mailbox.list(ada.email)).not.toEqual([]);
  return appealTokenIn(app.mailbox.list(ada.email).at(-1)!.text);
}

/** Hides ada; returns the people whose reports did it. */
async function hideAda(): Promise<Person[]> {
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  await meetAndReport([bela, chidi]);
  expect(await isHidden()).toBe(true);
  return [bela, chidi];
}
const numbers = async () => ok(await scene.dana.api(getModerationStatistics, { query: { days: 30 } })).json;

test('a hiding is in the log without an operator, and can be appealed and reversed like an act', async () => {
  const { app, ada, dana } = scene;
  const eve = await grown('eve');
  await meet(app, eve, ada);
  await report(eve, ada, { reason: 'Spam or fake account' });
  const wrong = await hideAda();
  const [entry] = ok(await dana.api(listModerationLog)).json;
  expect(entry).toMatchObject({ action: 'hide', userId: ada.id, operatorId: null, reasons: [] });
  const token = await mailedToken();
  const decision = async () => ok(await api(app, getDecision, { body: { token } })).json;
  expect(await decision()).toMatchObject({ action: 'hide', reasons: [], state: 'open' });
  expect(JSON.stringify(await decision())).not.toMatch(/report|bela|chidi/i);

  ok(await api(app, appeal, { body: { token, words: 'I am 40.' } }));
  expect((await numbers()).appeals).toEqual({ granted: 0, declined: 0, waiting: 1, medianHours: null });
  const [waiting] = ok(await dana.api(listAppeals)).json;
  expect(waiting).toMatchObject({ userId: ada.id, ownAct: false, entry: { id: entry!.id } });
  ok(await dana.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: true } }));
  expect(await isHidden()).toBe(false);
  expect((await decision()).state).toBe('granted');
  // The two reports were wrong, which lowers their reporters' standing; a report of another kind still waits.
  expect(ok(await dana.api(listCases)).json).toMatchObject([
    { user: { id: ada.id }, reports: [{ reason: 'Spam or fake account' }] },
  ]);
  expect(await numbers()).toMatchObject({
    appeals: { granted: 1, declined: 0, waiting: 0, medianHours: expect.any(Number) },
    hidings: { upheld: 0, wrong: 1, waiting: 0 },
  });
  for (const one of wrong) await expect.poll(() => app.mailbox.list(one.email)).toHaveLength(1);
  app.clock.moveBy(40 * DAY_MS);
  const finn = await grown('finn');
  await meetAndReport(wrong, finn);
  expect(await isHidden(finn)).toBe(false);
});

test('a declined appeal leaves the reports pending', async () => {
  const { app, dana } = scene;
  await hideAda();
  ok(await api(app, appeal, { body: { token: await mailedToken(), words: 'I am 40.' } }));
  const [waiting] = ok(await dana.api(listAppeals)).json;
  ok(await dana.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: false } }));
  expect(await isHidden()).toBe(true);
  expect((await numbers()).hidings).toEqual({ upheld: 0, wrong: 0, waiting: 1 });
});

test('a hidden user is told at sign-in, but not once it is over; a late appeal ends no other hiding', async () => {
  const { app, ada, dana } = scene;
  await hideAda();
  const decisionAtSignIn = async () => {
    const answer = await api(app, login, { body: { email: ada.email, password: PASSWORD } });
    return ok(answer).headers.get(DECISION_HEADER);
  };
  const token = await mailedToken();
  const forgetSignIns = () => app.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
  await forgetSignIns();
  expect(await decisionAtSignIn()).toBe(token);
  await forgetSignIns();
  app.clock.moveBy(DAY_MS + 1);
  expect(await decisionAtSignIn()).toBeNull();

  // Ada is hidden again, much later: the appeal concerns the earlier hiding, which is over.
  ok(await api(app, appeal, { body: { token, words: 'I am 40.' } }));
  const until = new Date(app.clock.now().getTime() + HOUR_MS);
  await app.db.updateTable('users').set({ hidden_until: until }).where('id', '=', ada.id).execute();
  const [waiting] = ok(await dana.api(listAppeals)).json;
  ok(await dana.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: true } }));
  expect(await isHidden()).toBe(true);
});
