import { HOLD_MOST_MINUTES, HOUR_MS } from '@herenow/contract/constants';
import { getCase, holdCase, listCases, listModerationLog, moderate } from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import { ok, signInAgain } from '@herenow/testing/encounters';
import { people, type Person } from '@herenow/testing/people';
import { report } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';
import { decidedAtOnce } from './while-locked.ts';

const scene = deskScene();
const MINUTE_MS = 60_000;

const hold = async (by: Person, whom: Person, on = true) =>
  (await by.api(holdCase, { params: { userId: whom.id }, body: { hold: on } })).text;
const heldBy = async (by: Person, whom: Person) =>
  ok(await by.api(getCase, { params: { userId: whom.id } })).json.heldBy;
/** Returns ada, who has a pending report. */
async function reported(): Promise<Person> {
  const [ada, bela] = await people(scene.app, 'ada', 'bela');
  await report(bela, ada);
  return ada;
}

test('an operator can hold a case for half an hour and no longer, however often they release it', async () => {
  const { app } = scene;
  let { dana } = scene;
  let [erin] = await people(app, 'erin');
  await makeOperator(app, erin);
  const ada = await reported();
  for (let minutes = 0; minutes < HOLD_MOST_MINUTES; minutes += 5) {
    expect(await hold(dana, ada)).toBe('');
    expect(await hold(erin, ada)).toBe(refusals.caseHeld.text);
    app.clock.moveBy(5 * MINUTE_MS);
    [dana, erin] = await signInAgain(app, dana, erin);
    expect(await hold(dana, ada, false)).toBe('');
  }
  expect(await hold(dana, ada)).toBe(refusals.caseHeldLong.text);
  expect(await hold(dana, ada)).toBe(refusals.caseHeldLong.text);
  expect(await heldBy(erin, ada)).toBeNull();
  // It is logged once, and is neither an act on the person nor a reason to keep their appeal from this operator.
  const log = ok(await erin.api(listModerationLog)).json;
  expect(log).toMatchObject([{ action: 'hold', operatorId: dana.id, userId: ada.id }]);
  expect(await hold(erin, ada)).toBe('');
  expect(await hold(dana, ada)).toBe(refusals.caseHeld.text);
  // The operator who had it may still judge it if nobody else has it.
  expect(await hold(erin, ada, false)).toBe('');
  ok(await dana.api(moderate, { params: { userId: ada.id }, body: { action: 'warn' } }));
});

test('two operators who ask for a case at once do not both get it', async () => {
  const { app, dana } = scene;
  const [erin] = await people(app, 'erin');
  await makeOperator(app, erin);
  const ada = await reported();
  const texts = await decidedAtOnce(
    app,
    ada.id,
    () => hold(dana, ada),
    () => hold(erin, ada),
  );
  expect(texts.toSorted()).toEqual(['', refusals.caseHeld.text]);
});

test('after a day without the case an operator may hold it again', async () => {
  const { app } = scene;
  const [erin] = await people(app, 'erin');
  await makeOperator(app, erin);
  const ada = await reported();
  let { dana } = scene;
  for (let n = 0; n < 4; n += 1) {
    await hold(dana, ada);
    app.clock.moveBy(9 * MINUTE_MS);
    [dana] = await signInAgain(app, dana);
  }
  expect(await hold(dana, ada)).toBe(refusals.caseHeldLong.text);
  app.clock.moveBy(25 * HOUR_MS);
  [dana] = await signInAgain(app, dana);
  expect(await hold(dana, ada)).toBe('');
});

test('a single operator, or one whose only colleague has reported the person, can hold a case without a limit', async () => {
  const { app } = scene;
  const [erin] = await people(app, 'erin');
  const ada = await reported();
  let { dana } = scene;
  const keep = async () => {
    for (let n = 0; n < 5; n += 1) {
      expect(await hold(dana, ada)).toBe('');
      app.clock.moveBy(9 * MINUTE_MS);
      [dana] = await signInAgain(app, dana);
    }
  };
  await keep();
  const [operator] = await signInAgain(app, erin);
  await makeOperator(app, operator);
  await report(operator, ada);
  await keep();
  expect(ok(await dana.api(listCases)).json).toMatchObject([{ heldBy: dana.id }]);
  ok(await dana.api(moderate, { params: { userId: ada.id }, body: { action: 'dismiss' } }));
});
