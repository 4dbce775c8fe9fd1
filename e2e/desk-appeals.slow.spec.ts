import { deleteUser } from '@herenow/contract/accounts';
import { moderate } from '@herenow/contract/moderation';
import type { Page } from '@playwright/test';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { report } from './meetings.ts';
import { makeOperator } from './operators.ts';
import { enter, logIn, someone } from './signed-in.ts';
import { violationsOf } from './tour/violations.ts';
import { atRest } from './tour/visit.ts';

test.use({ serviceWorkers: SERVICE_WORKERS });

async function expectAccessible(page: Page): Promise<void> {
  await atRest(page);
  expect(await violationsOf(page)).toEqual([]);
}

test('a suspended user appeals without a session, and another operator reverses the decision; many cases are judged at once', async ({
  page,
  browser,
  baseURL,
  server,
  expectConsoleErrors,
}) => {
  // The refused sign-in.
  expectConsoleErrors(/status of 403/);
  const [ada, bela, chidi, dana, erin] = await Promise.all(
    ['ada', 'bela', 'chidi', 'dana', 'erin'].map((name) => someone(name, { baseURL })),
  );
  for (const operator of [dana!, erin!]) await makeOperator(operator, server);
  const reportSpam = (whom: { id: string }, words: string) =>
    report(dana!, whom, { reason: 'Spam or fake account', words });
  const why = 'You advertised or asked for money.';
  await dana!.call(moderate, { params: { userId: ada!.id }, body: { action: 'suspend', days: 7, why } });

  const hers = await browser.newContext({ baseURL: baseURL! });
  const adaPage = await hers.newPage();
  await adaPage.goto('/login');
  await logIn(adaPage, ada!.email);
  await adaPage.getByRole('alert').getByRole('link', { name: 'Appeal' }).click();
  await expect(adaPage.getByText('We’ve suspended your account for 7 days.')).toBeVisible();
  await expect(adaPage.getByText(why)).toBeVisible();
  await expectAccessible(adaPage);
  await adaPage.getByLabel('What should we look at again?').fill('I gave a friend my address.');
  await adaPage.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(adaPage.getByText(/^We have your appeal\./)).toBeVisible();

  for (const [whom, words] of [
    [bela!, 'Sells pills'],
    [chidi!, 'Sells pills, too'],
  ] as const)
    await reportSpam(whom, words);
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, erin!, '/desk/appeals');
  const hersHere = page
    .getByRole('article', { name: 'ada' })
    .filter({ hasText: 'I gave a friend my address.' });
  await expect(hersHere).toBeVisible();
  await expectAccessible(page);
  await hersHere.getByRole('button', { name: 'Reverse It' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reverse It' }).click();
  await expect(hersHere).toHaveCount(0);
  await adaPage.goto('/login');
  await logIn(adaPage, ada!.email);
  // After signing in, the user first sees the outcome of the appeal.
  await expect(adaPage.getByText('You appealed, and we’ve reversed the decision.')).toBeVisible();
  await adaPage.getByRole('link', { name: 'Continue' }).click();
  await expect(adaPage).toHaveURL(/\/feed$/);
  await hers.close();

  await page.getByRole('link', { name: /^Queue/ }).click();
  await page.getByRole('button', { name: 'Choose Several' }).click();
  const boxes = page.getByRole('listitem').getByRole('checkbox');
  const unchecked = page.getByRole('checkbox', { checked: false });
  await page.getByRole('button', { name: 'Choose All on This Page' }).click();
  await expect(unchecked).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Act on ${await boxes.count()} People` })).toBeVisible();
  await page.getByRole('button', { name: 'Choose All on This Page' }).click();
  await expect(unchecked).toHaveCount(await boxes.count());
  for (const one of [bela!, chidi!]) {
    const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="/desk/case/${one.id}"]`) });
    await row.getByRole('checkbox').check();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Act on 2 People' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).last().click();
  for (const one of [bela!, chidi!])
    await expect(page.locator(`a[href="/desk/case/${one.id}"]`)).toHaveCount(0);

  await reportSpam(chidi!, 'Sold pills and left');
  await chidi!.call(deleteUser, { params: { id: chidi!.id } });
  await page.getByRole('link', { name: /^Sealed/ }).click();
  const sealed = page.getByRole('article').filter({ hasText: 'Sold pills and left' });
  await expect(sealed).toBeVisible();
  await expectAccessible(page);
  await sealed.getByRole('button', { name: 'Suspend the Mailbox' }).click();
  await expect(sealed).toHaveCount(0);
});

test('text written about one decision appears only in its own form', async ({
  page,
  baseURL,
  server,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 403/);
  const ada = await someone('ada', { baseURL });
  const bela = await someone('bela', { baseURL });
  const dana = await someone('dana', { baseURL });
  await makeOperator(dana, server);
  const body = { action: 'suspend', days: 7, why: 'You advertised.' } as const;
  for (const one of [ada, bela]) await dana.call(moderate, { params: { userId: one.id }, body });

  const words = page.getByLabel('What should we look at again?');
  const openAppeal = async (person: { email: string }) => {
    await page.goto('/login');
    await logIn(page, person.email);
    await page.getByRole('alert').getByRole('link', { name: 'Appeal' }).click();
    await expect(words).toBeVisible();
  };
  await openAppeal(ada);
  await words.fill('I gave a friend my address.');
  await openAppeal(bela);
  await expect(words).toHaveValue('');
  await openAppeal(ada);
  await expect(words).toHaveValue('I gave a friend my address.');
});
