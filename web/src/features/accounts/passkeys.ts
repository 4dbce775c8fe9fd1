import { addPasskey, beginPasskey } from '@herenow/contract/passkeys';
import type { Passkey } from '@herenow/contract/webauthn';
import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { api, errorText } from '../../lib/api.ts';
import { words } from './two-step-words.ts';

export { browserSupportsWebAuthn as knowsPasskeys } from '@simplewebauthn/browser';

/** Creates a passkey in the browser and registers it. Rejects if the user cancels. */
export async function makePasskey({ name, password }: { name: string; password: string }): Promise<Passkey> {
  const optionsJSON = await api(beginPasskey, { body: { password } });
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  return await api(addPasskey, { body: { name, credential } });
}

/** Returns the text for an error. Browsers do not tell a cancellation from a timeout. */
export function passkeyProblem(error: unknown, otherwise: string): string {
  if (!(error instanceof WebAuthnError)) return errorText(error, otherwise);
  if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return words.passkeys.known;
  const gaveUp = error.name === 'NotAllowedError' || error.name === 'AbortError';
  return gaveUp ? words.passkeys.gaveUp : words.passkeys.unable;
}
