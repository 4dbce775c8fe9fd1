import sharp from 'sharp';
import { holdCase, moderate } from '@herenow/contract/moderation';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { expectFocusIn, tabAndPress } from './keyboard.ts';
import { neighboursInChat, report, sayTo } from './meetings.ts';
import { addOperator, makeOperator } from './operators.ts';
import { enter, signIn, someone } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS });

test('a report from a chat is judged by keyboard, and the suspended person’s browser reacts', async ({
  page,
  browser,
  baseURL,
  server,
  expectConsoleErrors,
}) => {
  // The requests of the suspended user's page are refused.
  expectConsoleErrors(/status of 40[134]/);
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  const messageId = await sayTo(chatId, ada, bela, 'I know where you live');
  const reason = 'Harassment or bullying';
  await report(bela, ada, { reason, messageId, words: 'I am afraid.' });
  const reported = performance.now();
  const dana = await someone('dana', { baseURL });
  await makeOperator(dana, server);

  const hers = await browser.newContext({ baseURL: baseURL! });
  const adaPage = await hers.newPage();
  await signIn(adaPage, ada);
  await adaPage.goto('/feed');
  await expect(adaPage.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, dana, '/desk');
  await expect(page.getByText(/^\d+ cases? waiting$/)).toBeVisible();
  await expect(page.getByText('Choose a case to open it')).toBeVisible();
  // Other tests report users, too: the test steps through the queue to this case.
  const hersInQueue = page.locator(`a[href="/desk/case/${ada.id}"]`);
  await expect(hersInQueue).toBeVisible();
  while (!page.url().endsWith(ada.id)) {
    const before = page.url();
    await page.keyboard.press('j');
    await expect.poll(() => page.url()).not.toBe(before);
  }
  await expect(page.getByRole('heading', { name: /^Ada, / })).toBeVisible();
  await expect(page.getByText('I am afraid.')).toBeVisible();
  await expect(page.getByText('I know where you live')).toBeVisible();

  await page.keyboard.press('s');
  const sheet = page.getByRole('dialog', { name: 'Suspend: Ada' });
  await expectFocusIn(sheet);
  await tabAndPress(page, sheet.getByRole('button', { name: '30 days' }));
  await tabAndPress(page, sheet.getByRole('button', { name: 'You insulted or threatened someone.' }));
  await tabAndPress(page, sheet.getByRole('button', { name: 'Suspend', exact: true }));
  const suspended = performance.now();
  await expect(adaPage).toHaveURL(/\/login$/);
  const took = { browser: performance.now() - suspended, report: performance.now() - reported };
  test.info().annotations.push({ type: 'milliseconds', description: JSON.stringify(took) });
  await expect(hersInQueue).toHaveCount(0);
  await hers.close();

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText('You insulted or threatened someone.').first()).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^moderation-.*\.csv$/);
  await page.getByRole('link', { name: 'Open Case' }).first().click();
  await expect(page.getByText(/^Suspended until /)).toBeVisible();
  await page.getByRole('link', { name: 'Numbers' }).click();
  await expect(page.getByText(/^\d+%$/)).toBeVisible();

  await page.getByRole('link', { name: 'Pulse' }).click();
  await expect(page.getByRole('heading', { name: 'People visible' })).toBeVisible();
  await expect(page.locator('main section svg')).toHaveCount(10);
  await page.getByRole('button', { name: '6 hours' }).click();
  await expect(page.getByText(/^The last minute, on \d+ nodes?\./)).toBeVisible();
  await page.getByText('As a table').click();
  await expect(page.getByRole('columnheader', { name: 'Cases waiting' })).toBeVisible();
});

test('for everybody else there is no desk, and on a phone the queue comes before the case @slow', async ({
  page,
  baseURL,
  server,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 40[349]/);
  // Removed for everybody below; a plain picture is like none that another test uploads.
  const plain = sharp({ create: { width: 300, height: 400, channels: 3, background: '#886644' } });
  const [ada, bela, dana, erin] = [
    await someone('ada', { baseURL, pictures: [await plain.jpeg().toBuffer()] }),
    await someone('bela', { baseURL }),
    await someone('dana', { baseURL }),
    await someone('erin', { baseURL }),
  ];
  await report(dana, ada, { reason: 'Underage user' });
  await enter(page, bela, '/desk');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await addOperator(bela, server);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in first' })).toBeVisible();
  await page.getByRole('link', { name: 'Set It Up' }).click();
  await expect(page.getByLabel('Your password', { exact: true })).toBeVisible();
  await page.goBack();
  await makeOperator(bela, server);
  await makeOperator(erin, server);
  const hold = (on: boolean) => erin.call(holdCase, { params: { userId: ada.id }, body: { hold: on } });
  await hold(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByText(/may be underage/)).toBeVisible();
  const hersInQueue = page.locator(`a[href="/desk/case/${ada.id}"]`);
  await hersInQueue.click();
  await expect(page.getByRole('heading', { name: /^ada, / })).toBeVisible();
  await expect(page.getByText(/^Someone else is looking at this case\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeDisabled();
  await hold(false);
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await hersInQueue.click();
  await expect(page.getByRole('button', { name: 'Remove Photo' })).toBeEnabled();
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await expect(page).toHaveURL(/\/desk$/);
  await bela.call(moderate, { params: { userId: ada.id }, body: { action: 'dismiss' } });
  await expect(hersInQueue).toHaveCount(0);

  await page.goto(`/desk/case/${ada.id}`);
  await expect(page.getByText('No open reports.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Photo' }).click();
  const choice = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await expect(choice('Only this person can’t show it')).toHaveAttribute('aria-pressed', 'true');
  await choice('Nobody can show it').click();
  const [removal] = await Promise.all([
    page.waitForRequest(/\/api\/moderation\/users\//),
    choice('Remove Photo').click(),
  ]);
  expect(removal.postDataJSON()).toMatchObject({ action: 'remove-photo', forEverybody: true });
  await expect(page).toHaveURL(/\/desk$/);

  await page.goto(`/desk/case/${ada.id}`);
  await expect(page.getByText('No open reports.')).toBeVisible();
  await report(erin, ada, { reason: 'Other', words: 'Not seen so far' });
  const deletion = page.getByRole('dialog').getByRole('button', { name: 'Delete Account' });
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await deletion.click();
  await expect(page.getByText(/^This case has changed since you looked\./)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Not seen so far')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await deletion.click();
  await expect(page.getByText('Done: Delete Account')).toBeVisible();
  await expect(page).toHaveURL(/\/desk$/);
});
