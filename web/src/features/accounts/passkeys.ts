import type { BodyInput } from '@herenow/contract/call';
import { addPasskey, beginPasskey } from '@herenow/contract/passkeys';
import { passkeyRefused } from '@herenow/contract/refusals';
import type { CreationOptions, Passkey } from '@herenow/contract/webauthn';
import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { api, errorText, isRefusal } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { words } from './two-step-words.ts';

export { browserSupportsWebAuthn as knowsPasskeys } from '@simplewebauthn/browser';

/** What the server has asked the browser to make, for a code that this has used up. */
export interface AskedPasskey {
  options: CreationOptions;
  /** By the server's clock, in milliseconds. */
  until: number;
}

type Wanted = BodyInput<typeof beginPasskey> & { name: string };

/**
 * Creates a passkey in the browser and registers it. Rejects if the user cancels; the next try with the same `kept`
 * then makes what was asked for, and takes no other code, while that is valid.
 */
export async function makePasskey(
  { name, ...proof }: Wanted,
  kept: { current: AskedPasskey | undefined },
): Promise<Passkey> {
  if (!kept.current || kept.current.until <= serverNow()) kept.current = await ask(proof);
  const { options, until } = kept.current;
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: { ...options, timeout: until - serverNow() },
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  return await api(addPasskey, { body: { name, credential } }).catch((error: unknown) => {
    // The server takes each challenge once.
    if (isRefusal(error, passkeyRefused)) kept.current = undefined;
    throw error;
  });
}

async function ask(proof: BodyInput<typeof beginPasskey>): Promise<AskedPasskey> {
  const since = serverNow();
  const options = await api(beginPasskey, { body: proof });
  return { options, until: since + options.timeout };
}

/** Returns the text for an error. Browsers do not tell a cancellation from a timeout. */
export function passkeyProblem(error: unknown, otherwise: string): string {
  if (!(error instanceof WebAuthnError)) return errorText(error, otherwise);
  if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return words.passkeys.known;
  const gaveUp = error.name === 'NotAllowedError' || error.name === 'AbortError';
  return gaveUp ? words.passkeys.gaveUp : words.passkeys.unable;
}
