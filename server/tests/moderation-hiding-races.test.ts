import { chatsOf, goHidden, goVisible, meet, pin, tryPin } from '@herenow/testing/encounters';
import { expect, test } from 'vitest';
import { hidingScene } from './hiding-scene.ts';
import { inTheMiddleOf } from './while-locked.ts';

const scene = hidingScene();
const { grown, report, isHidden, shownTo, meetAndReport } = scene;

test('two reports at the same moment hide a person once @slow', async () => {
  const { app, ada } = scene;
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  for (const one of [bela, chidi]) await meet(app, one, ada);
  await Promise.all([report(bela), report(chidi)]);
  expect(await isHidden()).toBe(true);
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
});

test('a report helps to hide one person, although two are reported at the same moment @slow', async () => {
  const { app, ada } = scene;
  const [bela, chidi, dean] = [await grown('bela'), await grown('chidi'), await grown('dean')];
  const finn = await grown('finn');
  for (const whom of [ada, finn]) await meetAndReport([bela], whom);
  const chatId = await meet(app, chidi, ada);
  await meet(app, dean, finn);
  // The users of ada’s chats are told last.
  const lock = { text: 'SELECT FROM chats WHERE id = $1 FOR UPDATE', values: [chatId] };
  await inTheMiddleOf(
    app,
    lock,
    () => report(chidi),
    () => report(dean, finn),
  );
  expect([await isHidden(), await isHidden(finn)]).toEqual([true, false]);
});

/** Holds up a pin that has been made, before it is committed. */
const NO_PIN_NOTED = { text: 'LOCK TABLE pin_memories IN EXCLUSIVE MODE', values: [] };

test('a pin made while its sender is being hidden is withdrawn with the others @slow', async () => {
  const { app, ada } = scene;
  const [bela, chidi, eve] = [await grown('bela'), await grown('chidi'), await grown('eve')];
  await shownTo(bela, chidi, eve);
  await goVisible(app, eve);
  await goVisible(app, bela);
  await pin(ada, eve);
  await report(chidi);
  await inTheMiddleOf(
    app,
    NO_PIN_NOTED,
    () => tryPin(ada, bela),
    () => report(eve),
  );
  expect(await isHidden()).toBe(true);
  expect(await chatsOf(bela)).toEqual([]);
});

test('a pin that an incognito user makes while being hidden is withdrawn @slow', async () => {
  const { app, ada } = scene;
  const [bela, chidi, eve] = [await grown('bela'), await grown('chidi'), await grown('eve')];
  await meet(app, bela, ada);
  await meet(app, chidi, ada);
  await goVisible(app, eve);
  await goHidden(app, ada);
  await report(bela);
  await inTheMiddleOf(
    app,
    NO_PIN_NOTED,
    () => tryPin(ada, eve),
    () => report(chidi),
  );
  expect(await isHidden()).toBe(true);
  expect(await chatsOf(eve)).toEqual([]);
});
