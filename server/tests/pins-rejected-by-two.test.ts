import { goVisible, leave, pin, reject, signInAgain, tryPin } from '@herenow/testing/encounters';
import { HOUR_MS } from '@herenow/contract/constants';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { registered } from './registered.ts';

test('a rejection holds for a day beyond its presence, whichever account of the mailbox leaves first', async () => {
  await using app = await startApp();
  const open = (email: string) => registered(app, email);
  const [mallory, ada, other] = [
    await open('mallory@example.org'),
    await open('ada@example.org'),
    await open('ada+2@example.org'),
  ];
  for (const one of [mallory, ada, other]) await goVisible(app, one);
  const chatId = await pin(mallory, ada);
  await reject(ada, chatId);
  await leave(other);
  app.clock.moveBy(2 * HOUR_MS);
  const [adaLater] = await signInAgain(app, ada);
  await goVisible(app, adaLater);
  app.clock.moveBy(2 * HOUR_MS);
  const [adaAtLast] = await signInAgain(app, ada);
  await leave(adaAtLast);
  const tryAfter = async (hours: number) => {
    app.clock.moveBy(hours * HOUR_MS);
    const [pinner, target] = await signInAgain(app, mallory, ada);
    for (const one of [pinner, target]) await goVisible(app, one);
    return (await tryPin(pinner, target)).status;
  };
  expect(await tryAfter(21)).toBe(409);
  expect(await tryAfter(4)).toBe(200);
});
