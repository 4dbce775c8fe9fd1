import { createUser, DECISION_HEADER, login } from '@herenow/contract/accounts';
import { APP_SOURCE } from '@herenow/contract/constants';
import type { OwnUser, Point } from '@herenow/contract/entities';
import { duplicateEmail } from '@herenow/contract/refusals';
import type { Assertion } from '@herenow/contract/webauthn';
import { api, isRefusal } from '../../lib/api.ts';
import { warn } from '../../lib/log.ts';
import { session } from '../../lib/session.ts';
import { asGuest, keepDeviceKey, mayBeDone } from './guest.ts';
import { refreshMe } from '../profile/index.ts';

/** The proof of a second step, sent along with the password. */
export type FactorProof = { code: string } | { passkey: Assertion };

interface SignInOptions {
  /** The second step of two-step sign-in. */
  proof?: FactorProof | undefined;
  /** Called with the token of a moderation decision that the user has to read first. */
  onDecision?: (token: string) => void;
}

/** Opens a session on this device and fetches the user's own record. */
export async function logIn(
  email: string,
  password: string,
  { proof, onDecision }: SignInOptions = {},
): Promise<OwnUser> {
  const credentials = { email: email.trim(), password, appSource: APP_SOURCE, ...proof };
  const token = await asGuest((comer) =>
    api(login, {
      body: { ...credentials, ...comer },
      onHeaders: (headers) => {
        keepDeviceKey(headers);
        const decision = headers.get(DECISION_HEADER);
        if (decision !== null) onDecision?.(decision);
      },
    }),
  );
  session.open(token);
  return refreshMe();
}

/** The address of an account that an earlier try may have created. */
let maybeCreated: string | undefined;

/** Creates an account and signs in to it. If only the sign-in fails, the account still exists. */
export async function register(
  email: string,
  password: string,
  location: Point,
): Promise<OwnUser | undefined> {
  const address = email.trim();
  const account = { email: address, password, username: usernameOf(address), location };
  try {
    await asGuest((comer) => api(createUser, { body: { ...account, appSource: APP_SOURCE, ...comer } }));
  } catch (error) {
    if (mayBeDone(error)) maybeCreated = address;
    if (maybeCreated !== address || !isRefusal(error, duplicateEmail)) throw error;
    // If the password is right, the account is the user's own.
    return await logIn(address, password).catch(() => Promise.reject(error));
  }
  try {
    return await logIn(address, password);
  } catch (error) {
    warn('The account was made, but signing in to it failed.', error);
    return undefined;
  }
}

/** Returns the part of an email address before the @. */
function usernameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
