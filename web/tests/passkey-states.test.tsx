import { addPasskey } from '@herenow/contract/passkeys';
import { codeIncomplete, passkeyRefused } from '@herenow/contract/refusals';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { words } from '../src/features/accounts/two-step-words.ts';
import { openPage } from './opened-page.tsx';
import { addButton, addPasskeyWith, codeField, stubPasskeys } from './stubbed-passkeys.ts';
import { stubAda } from './stubbed-server.ts';

const cancelled = () => new DOMException('The user cancelled.', 'NotAllowedError');
const password = 'Herenow-2026';

test('a passkey takes the password and a code', async () => {
  const { ada, server } = stubAda();
  const { asked, create } = stubPasskeys(server);
  await openPage('/two-step-sign-in', ada);
  await addPasskeyWith(' ');
  await expect.element(page.getByText(codeIncomplete.text)).toBeVisible();
  expect(create).not.toHaveBeenCalled();
  await codeField().fill('123456');
  await addButton().click();
  await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ password, code: '123456' }]);
});

test('a cancelled passkey uses up no second code', async () => {
  const { ada, server } = stubAda();
  const { asked, create, passkey } = stubPasskeys(server);
  server.on(addPasskey, { body: passkey });
  await openPage('/two-step-sign-in', ada);
  create.mockRejectedValueOnce(cancelled());
  await addPasskeyWith('123456');
  await expect.element(page.getByText(words.passkeys.gaveUp)).toBeVisible();
  await addButton().click();
  await expect.element(page.getByText(words.passkeys.added)).toBeVisible();
  expect(create).toHaveBeenCalledTimes(2);
  expect(asked).toHaveLength(1);
});

test('another code is needed once what was asked for is no longer valid', async () => {
  const { ada, server } = stubAda();
  const { asked, create, passkey } = stubPasskeys(server, 0);
  server.on(addPasskey, { body: passkey });
  await openPage('/two-step-sign-in', ada);
  create.mockRejectedValueOnce(cancelled());
  await addPasskeyWith('123456');
  await expect.element(page.getByText(words.passkeys.gaveUp)).toBeVisible();
  await codeField().fill('654321');
  await addButton().click();
  await expect.element(page.getByText(words.passkeys.added)).toBeVisible();
  const codes = asked.map(({ body }) => (body as { code: string }).code);
  expect(codes).toEqual(['123456', '654321']);
});

test('another code is needed after the server has refused the passkey, none after it was away', async () => {
  const { ada, server } = stubAda();
  const { asked, passkey } = stubPasskeys(server);
  server.on(addPasskey, 'no answer');
  await openPage('/two-step-sign-in', ada);
  await addPasskeyWith('123456');
  await expect.element(page.getByRole('alert')).toBeVisible();
  server.on(addPasskey, { status: passkeyRefused.status, text: passkeyRefused.text });
  await addButton().click();
  await expect.element(page.getByText(passkeyRefused.text)).toBeVisible();
  expect(asked).toHaveLength(1);
  server.on(addPasskey, { body: passkey });
  await addButton().click();
  await expect.element(page.getByText(words.passkeys.added)).toBeVisible();
  expect(asked).toHaveLength(2);
});
