import { beginPasskey } from '@herenow/contract/passkeys';
import { getSecondFactor } from '@herenow/contract/second-factor';
import type { CreationOptions, Passkey } from '@herenow/contract/webauthn';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import type { StubbedServer } from './stubbed-server.ts';

const created = new Date().toISOString();

/** What the server responds to who has two-step sign-in with these passkeys. */
export const withPasskeys = (...passkeys: Passkey[]) => ({
  body: { since: created, recoveryCodes: 10, passkeys },
});

/** Stubs the server of somebody without passkeys, and a browser that makes one. Returns what it is asked to make. */
export function stubPasskeys(server: StubbedServer, timeout = 300_000) {
  server.on(getSecondFactor, withPasskeys());
  const asked = server.on(beginPasskey, { body: optionsFor(timeout) });
  const [rawId, attestationObject, clientDataJSON] = [1, 2, 3].map((length) => new ArrayBuffer(length));
  const response = { attestationObject, clientDataJSON, getTransports: () => [] };
  const made = { id: 'AAAA', rawId, type: 'public-key', response, getClientExtensionResults: () => ({}) };
  const create = vi.spyOn(navigator.credentials, 'create').mockResolvedValue(made);
  const passkey: Passkey = { id: crypto.randomUUID(), name: 'My laptop', created, lastUsedAt: null };
  return { asked, create, passkey };
}

const optionsFor = (timeout: number): CreationOptions => ({
  challenge: 'AAAA',
  rp: { id: location.hostname, name: 'Herenow' },
  user: { id: 'AAAA', name: 'ada', displayName: 'ada' },
  pubKeyCredParams: [],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
  timeout,
});

export const addButton = () => page.getByRole('button', { name: 'Add a Passkey' });
export const codeField = () => page.getByLabelText('Code from your app, or a recovery code');

/** Fills in the form for a passkey, and submits it. */
export async function addPasskeyWith(code: string): Promise<void> {
  await addButton().click();
  await page.getByLabelText(/^Name it/).fill('My laptop');
  await page.getByLabelText('Your password').fill('Herenow-2026');
  await codeField().fill(code);
  await addButton().click();
}
