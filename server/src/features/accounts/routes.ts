import * as calls from '@herenow/contract/accounts';
import * as passkey from '@herenow/contract/passkeys';
import * as factor from '@herenow/contract/second-factor';
import * as refusals from '@herenow/contract/refusals';
import type { Mount } from '../../http/mount.ts';
import { Refused } from '../../lib/errors.ts';
import type { AccountsFeature } from './index.ts';

/** Makes a browser drop the photos it has cached; no browser caches anything else. */
export const FORGET_SEEN = ['clear-site-data', '"cache"'] as const;

export function accountRoutes(mount: Mount, feature: AccountsFeature): void {
  const { accounts, sessions, verification, reset, secondFactors, secondFactorSetup, passkeys } = feature;

  mount(calls.createUser, ({ body, client }) => accounts.register(body, client));
  mount(calls.getChallenge, ({ client }) => feature.proofs.challenge(client.network));
  mount(calls.login, async ({ body, client, setHeader }) => {
    const { token, deviceKey, decision } = await accounts.login(body, client);
    if (deviceKey !== undefined) setHeader(calls.DEVICE_KEY_HEADER, deviceKey);
    if (decision !== undefined) setHeader(calls.DECISION_HEADER, decision);
    return token;
  });
  mount(passkey.beginPasskeyLogin, ({ body, client }) => accounts.beginPasskeyLogin(body, client));
  mount(calls.refreshToken, async ({ body, setHeader }) => {
    try {
      return await sessions.refresh(body.accessToken, body.userId);
    } catch (error) {
      // This tells a device that its session was ended elsewhere.
      if (error instanceof Refused && error.code === refusals.signInAgain.code) setHeader(...FORGET_SEEN);
      throw error;
    }
  });
  mount(calls.validateToken, async () => {});
  mount(calls.logout, async ({ caller, setHeader }) => {
    await sessions.signOut(caller);
    setHeader(...FORGET_SEEN);
  });
  mount(calls.listSessions, ({ caller }) => sessions.list(caller));
  mount(calls.revokeSession, ({ caller, params }) => sessions.revoke(caller.userId, params.sessionId));

  mount(calls.sendVerificationCode, ({ body, caller }) => verification.resend(caller.userId, body.email));
  mount(calls.verifyCode, async ({ body, caller, setHeader }) => {
    setHeader(calls.DEVICE_KEY_HEADER, await verification.verify(caller.userId, body));
  });
  mount(calls.forgotPassword, ({ body, client }) => reset.request(body, client));
  mount(calls.resetPassword, ({ body, client }) => reset.reset(body, client));
  mount(calls.updatePassword, async ({ body, caller, setHeader }) => {
    const deviceKey = await accounts.updatePassword(caller, body);
    if (deviceKey !== undefined) setHeader(calls.DEVICE_KEY_HEADER, deviceKey);
  });

  mount(factor.getSecondFactor, ({ caller }) => secondFactors.get(caller.userId));
  mount(factor.mailSecondFactorCode, ({ body, caller }) =>
    secondFactorSetup.mailCode(caller.userId, body.password),
  );
  mount(factor.beginSecondFactor, ({ body, caller }) => secondFactorSetup.begin(caller.userId, body));
  mount(factor.confirmSecondFactor, ({ body, caller }) => secondFactorSetup.confirm(caller, body.code));
  mount(factor.renewRecoveryCodes, ({ body, caller }) =>
    secondFactors.renewRecoveryCodes(caller.userId, body),
  );
  mount(factor.endSecondFactor, ({ body, caller }) => secondFactors.end(caller.userId, body));
  mount(passkey.beginPasskey, ({ body, caller }) => passkeys.begin(caller, body));
  mount(passkey.addPasskey, ({ body, caller }) => passkeys.add(caller, body));
  mount(passkey.removePasskey, ({ body, caller, params }) =>
    passkeys.remove(caller.userId, params.passkeyId, body),
  );

  mount(calls.deleteUser, async ({ caller, setHeader }) => {
    await accounts.delete(caller.userId);
    setHeader(...FORGET_SEEN);
  });
}
