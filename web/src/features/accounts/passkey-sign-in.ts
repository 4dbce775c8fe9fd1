import { beginPasskeyLogin } from '@herenow/contract/passkeys';
import type { Assertion } from '@herenow/contract/webauthn';
import { startAuthentication } from '@simplewebauthn/browser';
import { api } from '../../lib/api.ts';
import { asGuest } from './guest.ts';

/** Asks for a passkey after the password was right. Rejects if the user cancels. */
export async function signWithPasskey(email: string, password: string): Promise<Assertion> {
  const credentials = { email: email.trim(), password };
  const optionsJSON = await asGuest((comer) =>
    api(beginPasskeyLogin, { body: { ...credentials, ...comer } }),
  );
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } };
}
