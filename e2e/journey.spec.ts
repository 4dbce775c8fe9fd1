import { ADA, imaginePeople } from '@herenow/cast/characters';
import { PASSWORD } from '@herenow/testing/people';
import { mailedCode } from '@herenow/testing/public-person';
import { expect, test } from './fixtures.ts';
import { filesThatHold } from './disk.ts';
import { PLACES, visitor } from './browser-contexts.ts';
import { acceptPinOf, finishSetup, goOffline, goVisible, register, say } from './journey-steps.ts';

test('two strangers meet', async ({ browser, baseURL, server, expectConsoleErrors }) => {
  // While the server restarts, the browser logs every refused connection.
  expectConsoleErrors(/Failed to load resource|WebSocket connection|net::ERR/);
  const [neighbour] = imaginePeople(1);
  const url = baseURL ?? '';
  const run = Date.now().toString(36);
  const ada = await visitor(browser, url, PLACES.lisbon);
  const bela = await visitor(browser, url, PLACES.lisbonNorth, { width: 1280, height: 800 });

  await test.step('both register and finish the six steps', async () => {
    for (const [who, character] of [
      [ada, ADA],
      [bela, { ...neighbour!, name: 'Béla 🎈' }],
    ] as const) {
      const email = `${character.seed}-${run}@example.org`;
      await register(who.page, email, PASSWORD);
      await finishSetup(who.page, character, () => mailedCode(url, email));
      await expect(who.page).toHaveURL(/\/feed$/);
    }
  });

  await test.step('both go visible and see each other 3 km away', async () => {
    await expect(ada.page.getByText('No one is visible right now')).toBeVisible();
    await goVisible(bela.page);
    await goVisible(ada.page);
    const card = ada.page.getByRole('article').filter({ hasText: 'Béla 🎈' });
    await expect(card).toBeVisible();
    await expect(card.getByText('3 km')).toBeVisible();
  });

  await test.step('Ada opens the profile, comes back and pins', async () => {
    await ada.page.getByRole('link', { name: /^Béla/ }).click();
    await expect(ada.page).toHaveURL(/\/profile\//);
    await expect(ada.page.getByText(/Visible for/)).toBeVisible();
    await ada.page.reload();
    await expect(ada.page.getByText(/Visible for/)).toBeVisible();
    await ada.page.goBack();
    await ada.page.getByRole('button', { name: 'Pin Béla 🎈' }).click();
    await expect(ada.page.getByText('You Pinned Béla 🎈!')).toBeVisible();
    await expect(ada.page.getByRole('article')).toHaveCount(0);
  });

  await test.step('Béla accepts', async () => {
    await acceptPinOf(bela.page, 'Ada');
    await ada.page.getByRole('link', { name: 'Pinned' }).click();
    await ada.page.getByRole('link', { name: /^Béla/ }).click();
  });

  const inAda = ada.page.getByRole('log');
  const inBela = bela.page.getByRole('log');
  await test.step('they write to each other, and read messages are marked', async () => {
    await say(ada.page, 'Hello from the bar');
    await expect(inBela.getByText('Hello from the bar')).toBeVisible();
    await expect(inAda.getByText('Seen')).toBeAttached();
    await say(bela.page, 'I am round the corner\nsecond line');
    await expect(inAda.getByText('I am round the corner')).toBeVisible();
  });

  await test.step('a message is edited and another deleted', async () => {
    await inAda.getByText('Hello from the bar').click({ button: 'right' });
    await ada.page.getByRole('menuitem', { name: 'Edit' }).click();
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('Hello from the corner table');
    await ada.page.getByRole('button', { name: 'Send' }).click();
    await expect(inBela.getByText('Hello from the corner table')).toBeVisible();
    await expect(inBela.getByText(/^Edited/)).toBeVisible();
    await say(ada.page, 'Oops');
    await expect(inBela.getByText('Oops')).toBeVisible();
    await inAda.getByText('Oops').click({ delay: 600 });
    await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(inBela.getByText('This message was deleted')).toBeVisible();
    await expect(inBela.getByText('Oops')).toHaveCount(0);
  });

  await test.step('a reload keeps the chat and the typed text', async () => {
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('Half a thought');
    await ada.page.reload();
    await expect(inAda.getByText('Hello from the corner table')).toBeVisible();
    await expect(ada.page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought');
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('');
  });

  await test.step('the server restarts while both are connected: nothing sent is lost', async () => {
    await server.stop();
    await say(ada.page, 'Written while the server was away');
    await expect(inAda.getByText('Sending')).toBeVisible();
    await server.start();
    for (const { page } of [ada, bela]) {
      // Offered where the start took longer than the five tries.
      const reconnect = page.getByRole('button', { name: 'Reconnect' });
      if (await reconnect.isVisible()) await reconnect.click();
    }
    await expect(inBela.getByText('Written while the server was away')).toBeVisible();
    await expect(inAda.getByText('Sending')).toHaveCount(0);
    await say(bela.page, 'Still here');
    await expect(inAda.getByText('Still here')).toBeVisible();
    await expect(inAda.getByText('Written while the server was away')).toHaveCount(1);
  });

  await test.step('Béla goes offline, Ada sees it and leaves too', async () => {
    await goOffline(bela.page);
    await expect(ada.page.getByRole('heading', { name: 'Béla 🎈' })).toBeVisible();
    await expect(ada.page.getByText(/is offline\. You can chat again/)).toBeVisible();
    await goOffline(ada.page);
  });

  await test.step('no exact position is anywhere on the disk of the server', async () => {
    await server.stop();
    const exact = [PLACES.lisbon, PLACES.lisbonNorth].flatMap(({ latitude, longitude }) => [
      latitude,
      longitude,
    ]);
    expect(await filesThatHold(server.dataDir, exact)).toEqual([]);
    await server.start();
  });
  await ada.context.close();
  await bela.context.close();
});
