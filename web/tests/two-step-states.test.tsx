import { resendTooSoon, verificationFailed } from '@herenow/contract/refusals';
import { beginSecondFactor, mailSecondFactorCode } from '@herenow/contract/second-factor';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { words } from '../src/features/accounts/words.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { stubAda } from './stubbed-server.ts';
import { enterCode, enterPassword, openMailedCode } from './stubbed-setup.ts';

const password = 'Herenow-2026';
const refused = ({ status, text }: { status: number; text: string }) => ({ status, text });
const key = page.getByText('ABCD EFGH');

test('two-step sign-in is set up with the password and the mailed code', async () => {
  const { ada, server } = stubAda();
  const { mailed, begun } = await openMailedCode(server, ada);
  await expect.element(page.getByText(ada.email)).toBeVisible();
  await enterCode('123456');
  await expect.element(key).toBeVisible();
  expect(mailed.map(({ body }) => body)).toEqual([{ password }]);
  expect(begun.map(({ body }) => body)).toEqual([{ password, code: '123456' }]);
});

test('a wrong code is emptied, and the next one goes into the first box', async () => {
  const { ada, server } = stubAda();
  await openMailedCode(server, ada);
  const wrong = server.on(beginSecondFactor, refused(verificationFailed));
  await enterCode('111111');
  await expect.element(page.getByText(verificationFailed.text)).toBeVisible();
  const right = server.on(beginSecondFactor, { body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Herenow' } });
  await enterCode('222222');
  await expect.element(key).toBeVisible();
  const codes = [...wrong, ...right].map(({ body }) => (body as { code: string }).code);
  expect(codes).toEqual(['111111', '222222']);
});

test('a code stays when there was no answer, and is sent again', async () => {
  const { ada, server } = stubAda();
  await openMailedCode(server, ada);
  server.on(beginSecondFactor, 'no answer');
  await enterCode('123456');
  await expect.element(page.getByRole('alert')).toBeVisible();
  const again = server.on(beginSecondFactor, { body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Herenow' } });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(key).toBeVisible();
  expect(again.map(({ body }) => body)).toEqual([{ password, code: '123456' }]);
});

test('whoever comes back within the minute goes on with the code of before', async () => {
  const { ada, server } = stubAda();
  const { mailed } = await openMailedCode(server, ada);
  await expect.element(page.getByText(/^Send again in \d+s$/)).toBeVisible();
  expect(mailed).toHaveLength(1);
  server.on(mailSecondFactorCode, refused(resendTooSoon));
  navigate('/settings');
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  navigate('/two-step-sign-in');
  await enterPassword();
  await enterCode('123456');
  await expect.element(key).toBeVisible();
});

test('another code can be sent after a minute', async () => {
  const { ada, server } = stubAda();
  const { mailed } = await openMailedCode(server, ada);
  await enterCode('123');
  await expect.element(page.getByText(/^Send again in \d+s$/)).toBeVisible();
  const later = Date.now() + 60_000;
  const now = vi.spyOn(Date, 'now').mockImplementation(() => later);
  onTestFinished(() => now.mockRestore());
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText(words.verify.sentAgain)).toBeVisible();
  expect(mailed.map(({ body }) => body)).toEqual([{ password }, { password }]);
  // What was typed belongs to the code of before.
  await enterCode('123456');
  await expect.element(key).toBeVisible();
});
