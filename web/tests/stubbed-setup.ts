import type { OwnUser } from '@herenow/contract/entities';
import { beginSecondFactor, getSecondFactor, mailSecondFactorCode } from '@herenow/contract/second-factor';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { words } from '../src/features/accounts/words.ts';
import { openPage } from './opened-page.tsx';
import type { StubbedServer } from './stubbed-server.ts';

const button = (name: string) => page.getByRole('button', { name });

/** Stubs the server of somebody without two-step sign-in, and opens the page up to the field for the mailed code. */
export async function openMailedCode(server: StubbedServer, me: OwnUser) {
  server.on(getSecondFactor, { body: { since: null, recoveryCodes: 0, passkeys: [] } });
  const mailed = server.on(mailSecondFactorCode, { body: undefined });
  const begun = server.on(beginSecondFactor, {
    body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Herenow' },
  });
  await openPage('/two-step-sign-in', me);
  await enterPassword();
  return { mailed, begun };
}

export async function enterPassword(): Promise<void> {
  await page.getByLabelText('Your password').fill('Herenow-2026');
  await button('Set It Up').click();
}

/** Enters the mailed code once its field has the focus. */
export async function enterCode(code = '123456'): Promise<void> {
  await expect.element(page.getByRole('textbox', { name: words.verify.code }).first()).toHaveFocus();
  await userEvent.keyboard(code);
}

/** Opens the setup of two-step sign-in up to the QR code. */
export async function openScan(server: StubbedServer, me: OwnUser): Promise<void> {
  await openMailedCode(server, me);
  await enterCode();
  await expect.element(page.getByText('ABCD EFGH')).toBeVisible();
}
