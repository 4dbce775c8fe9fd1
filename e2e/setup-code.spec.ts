import { mailedCode } from '@herenow/testing/public-person';
import { hold, refuse, sent, unanswered } from './answers.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { expectProgress } from './setup-progress.ts';
import { enter, someone } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: REFUSED });

test('six boxes take the code by typing, pasting or autofill', async ({ page, baseURL, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'notifications']);
  const ada = await someone('Ada', { baseURL, step: 5 });
  await enter(page, ada, '/email-verification');
  await expectProgress(page, '100', '6 / 6');
  const boxes = page.getByRole('textbox');
  const values = () => boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join(''));
  const start = page.getByRole('button', { name: 'Start Browsing' });
  const verified = sent(page, '/api/email/verify-code');
  await expect(boxes).toHaveCount(6);
  await expect(page.getByText('Your card so far').filter({ visible: true })).toHaveCount(1);
  await expect(boxes.first()).toBeFocused();
  await expect(boxes.first()).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.type('12');
  await expect(boxes.nth(2)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(boxes.nth(1)).toBeFocused();
  // A digit that a keyboard is still composing counts once it is chosen.
  const keyboard = await context.newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: '２', selectionStart: 1, selectionEnd: 1 });
  await expect.poll(values).toBe('1２');
  await keyboard.send('Input.insertText', { text: '2' });
  await expect(boxes.nth(2)).toBeFocused();
  await page.keyboard.press('Backspace');
  await start.click();
  await expect(page.getByText('Please enter all 6 digits')).toBeVisible();

  await boxes.first().focus();
  await page.evaluate(() => navigator.clipboard.writeText('000 000'));
  const release = await hold(page, '**/api/email/verify-code');
  await page.keyboard.press('ControlOrMeta+v');
  await expect.poll(values).toBe('000000');
  release();
  // The sixth digit submits the code. A wrong one leaves the boxes marked and empty for the next, from the first on.
  await expect(page.getByText(/^Email verification failed/)).toBeVisible();
  const marked = page.locator('input[aria-invalid=true]');
  await expect(marked).toHaveCount(6);
  await expect.poll(values).toBe('');
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type('1');
  await expect(marked).toHaveCount(0);
  await refuse(page, '**/api/email/verify-code', 400);
  await page.keyboard.type('00000');
  await expect(page.getByText('Email verification failed', { exact: true })).toBeVisible();
  await expect(boxes.first()).toBeFocused();
  // Without a moment between, in which the server would be asked.
  await unanswered(page, '**/api/email/verify-code');
  await page.keyboard.type('000000');
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible();
  await expect.poll(values).toBe('000000');
  await start.click();
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible();
  await page.unroute('**/api/email/verify-code');

  const code = await mailedCode(baseURL ?? '', ada.email);
  await boxes.first().focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), code);
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page).toHaveURL(/\/feed$/);
  expect(verified.at(-1)).toEqual({ userId: ada.id, email: ada.email, code });
  await page.goto('/email-verification');
  await expect(page).toHaveURL(/\/feed$/);
});

test('a code can be sent again, once a minute @slow', async ({ page, baseURL }) => {
  const RESEND = '**/api/email/send-verification-code';
  const ada = await someone('Ada', { baseURL, step: 5 });
  await page.clock.install();
  await enter(page, ada, '/email-verification');
  const again = page.getByRole('button', { name: 'Send again' });
  await refuse(page, RESEND);
  await again.click();
  await expect(page.getByText('Failed to resend verification code')).toBeVisible();
  await page.unroute(RESEND);
  await unanswered(page, RESEND);
  await again.click();
  await expect(page.getByText('Failed to resend code')).toBeVisible();
  await page.unroute(RESEND);
  // The first code was mailed a moment ago: the server says how long to wait.
  await again.click();
  await expect(page.getByText(/^Please wait \d+ seconds before asking for another code\.$/)).toBeVisible();
  await expect(page.getByText(/^Send again in (60|5\d)s$/)).toBeVisible();
  await page.clock.fastForward(61_000);
  await refuse(page, RESEND, 200);
  const resent = sent(page, '/api/email/send-verification-code');
  const first = page.getByRole('textbox').first();
  await first.click();
  await page.keyboard.type('123');
  await expect(first).toHaveValue('1');
  await again.click();
  await expect(page.getByText('A new code is on its way.')).toBeVisible();
  expect(resent).toEqual([{ userId: ada.id, email: ada.email }]);
  await expect(page.getByText(/^Send again in (60|59)s$/)).toBeVisible();
  await expect(first).toHaveValue('');
  await page.clock.fastForward(30_000);
  await expect(page.getByText(/^Send again in (30|29)s$/)).toBeVisible();
  await page.reload();
  // The wait follows the server's clock, which was not moved: after a reload it may be longer again.
  await expect(page.getByText(/^Send again in \d+s$/)).toBeVisible();
});
