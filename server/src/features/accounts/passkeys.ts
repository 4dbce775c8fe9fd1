import type * as calls from '@herenow/contract/passkeys';
import type { BodyOf } from '@herenow/contract/call';
import { PASSKEYS } from '@herenow/contract/constants';
import type * as webauthn from '@herenow/contract/webauthn';
import * as refusals from '@herenow/contract/refusals';
import { tidyName } from '@herenow/contract/rules';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Mail } from '../mail/index.ts';
import type { FactorCodes, Proof } from './factor-codes.ts';
import { CHALLENGE_MS, createChallenges, type Ceremony } from './passkey-challenges.ts';
import * as store from './passkeys-store.ts';
import { findFactor } from './second-factor-store.ts';
import { getAccount, lockAccount, type Account } from './users-store.ts';

const RP_NAME = 'Herenow';
/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

export interface PasskeysOptions {
  db: Db;
  work: Work;
  clock: Clock;
  mail: Mail;
  keys: Pick<Keys, 'passkeys'>;
  config: { publicUrl: string; allowedOrigins: readonly string[] };
  factorCodes: FactorCodes;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Manages passkeys (WebAuthn), which replace the code of two-step sign-in after the right password. They belong to the
 * host of the public address, and are accepted from its pages and those of the allowed origins; the user verifies with
 * fingerprint, face or PIN each time.
 */
export function createPasskeys(options: PasskeysOptions) {
  const { db, work, clock, mail, config, factorCodes } = options;
  const challenges = createChallenges({ key: options.keys.passkeys, clock });
  const { hostname, origin } = new URL(config.publicUrl);
  const expected = {
    expectedOrigin: [origin, ...config.allowedOrigins],
    expectedRPID: hostname,
    requireUserVerification: true,
  };

  /** Runs a check that may throw anything. Returns undefined if it throws or fails. */
  async function checked<T extends object>(check: () => Promise<T | undefined>): Promise<T | undefined> {
    return await check().catch(() => undefined);
  }

  /** Returns a callback for the checks that accepts a challenge of the ceremony, and records when it was made. */
  function challengeOf(ceremony: Ceremony) {
    const taken = { madeAt: 0 };
    const expectedChallenge = (challenge: string) => {
      taken.madeAt = challenges.madeAt(challenge, ceremony) ?? 0;
      return taken.madeAt > 0;
    };
    return { taken, expectedChallenge };
  }

  async function requireRoom(on: Db, userId: string): Promise<store.StoredPasskey[]> {
    if (!(await findFactor(on, userId))?.since) throw new Refused(refusals.secondFactorOff);
    const known = await store.listPasskeys(on, userId);
    if (known.length >= PASSKEYS) throw new Refused(refusals.passkeysFull);
    return known;
  }

  return {
    async list(userId: string): Promise<webauthn.Passkey[]> {
      return (await store.listPasskeys(db, userId)).map(view);
    },

    has: async (on: Db, userId: string): Promise<boolean> =>
      (await store.listPasskeys(on, userId)).length > 0,

    /**
     * Returns what the browser is to make. Takes a code as well as the password, since a passkey stands for codes for
     * good; the challenge allows one passkey, so that a code adds no more.
     */
    begin: (
      { userId, sessionId }: Caller,
      given: BodyOf<typeof calls.beginPasskey>,
    ): Promise<webauthn.CreationOptions> =>
      factorCodes.change(userId, given, async (tx, account) => {
        const known = await requireRoom(tx.db, userId);
        const { email } = account;
        return {
          challenge: challenges.make({ purpose: 'add', account, sessionId }),
          rp: { id: hostname, name: RP_NAME },
          user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: email },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          // An authenticator that is already registered makes no second passkey.
          excludeCredentials: known.map(descriptor),
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
          attestation: 'none',
          timeout: CHALLENGE_MS,
        };
      }),

    async add(
      { userId, sessionId }: Caller,
      body: BodyOf<typeof calls.addPasskey>,
    ): Promise<webauthn.Passkey> {
      await requireRoom(db, userId);
      const account = await getAccount(db, userId);
      const { taken, expectedChallenge } = challengeOf({ purpose: 'add', account, sessionId });
      const made = await checked(async () => {
        if (!isUnattested(body.credential)) return undefined;
        const { transports: _unchecked, ...signed } = body.credential.response;
        const response = { ...body.credential, response: signed, clientExtensionResults: {} };
        const given = { response, expectedChallenge, supportedAlgorithmIDs: ALGORITHMS, ...expected };
        return (await verifyRegistrationResponse(given)).registrationInfo;
      });
      if (!made) throw new Refused(refusals.passkeyRefused);
      const now = clock.now();
      const passkey: store.StoredPasskey = {
        id: newId(),
        credentialId: made.credential.id,
        publicKey: Buffer.from(made.credential.publicKey),
        signCount: made.credential.counter,
        transports: body.credential.response.transports ?? [],
        name: tidyName(body.name),
        createdAt: now,
        lastUsedAt: null,
      };
      await work(async (tx) => {
        const current = await lockAccount(tx.db, userId);
        // The password may have been changed during the ceremony.
        if (current?.passwordHash !== account.passwordHash) throw new Refused(refusals.passkeyRefused);
        await requireRoom(tx.db, userId);
        if (!(await store.useChallenge(tx.db, userId, taken.madeAt)))
          throw new Refused(refusals.passkeyRefused);
        if (!(await store.insertPasskey(tx.db, userId, passkey))) throw new Refused(refusals.passkeyKnown);
        await mail.passkeyAdded(tx, account, { name: passkey.name, at: now });
        tx.emit([userId], 'profiles', { userId });
      });
      return view(passkey);
    },

    /** Takes a code as well as the password: to an owner without the app, a passkey may be the last way in. */
    remove: (userId: string, passkeyId: string, given: Proof): Promise<void> =>
      factorCodes.change(userId, given, async (tx, account) => {
        const name = await store.deletePasskey(tx.db, userId, passkeyId);
        if (name === undefined) throw new Refused(refusals.passkeyNotFound);
        await mail.passkeyRemoved(tx, account, { name, at: clock.now() });
      }),

    /** Returns what to sign at a sign-in after the right password. */
    async ask(account: Account): Promise<webauthn.RequestOptions> {
      const known = await store.listPasskeys(db, account.id);
      if (known.length === 0) throw new Refused(refusals.passkeyNone);
      return {
        challenge: challenges.make({ purpose: 'sign in', account }),
        rpId: hostname,
        allowCredentials: known.map(descriptor),
        userVerification: 'required',
        timeout: CHALLENGE_MS,
      };
    },

    /**
     * Whether a passkey’s signature is right; each challenge is accepted once. Part of a sign-in, with the account
     * locked.
     */
    async use(tx: Tx, account: Account, assertion: webauthn.Assertion): Promise<boolean> {
      const passkey = (await store.listPasskeys(tx.db, account.id)).find(
        ({ credentialId }) => credentialId === assertion.id,
      );
      if (!passkey) return false;
      const { taken, expectedChallenge } = challengeOf({ purpose: 'sign in', account });
      const signed = await checked(async () => {
        const response = { ...assertion, clientExtensionResults: {} };
        const { credentialId: id, publicKey, signCount: counter } = passkey;
        const credential = { id, publicKey: new Uint8Array(publicKey), counter };
        const answer = await verifyAuthenticationResponse({
          response,
          expectedChallenge,
          credential,
          ...expected,
        });
        return answer.verified ? answer.authenticationInfo : undefined;
      });
      if (!signed || !(await store.useChallenge(tx.db, account.id, taken.madeAt))) return false;
      await store.notePasskeyUse(tx.db, passkey.id, signed.newCounter, clock.now());
      return true;
    },
  };
}

const view = ({ id, name, createdAt, lastUsedAt }: store.StoredPasskey): webauthn.Passkey => ({
  id,
  name,
  created: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const descriptor = ({ credentialId, transports }: store.StoredPasskey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
});

/**
 * Whether an attestation carries no certificate. None is requested, and browsers then send none; following the chain of
 * a forged one could lead anywhere.
 */
function isUnattested({ response }: webauthn.Attestation): boolean {
  const object = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  );
  const format = object.get('fmt');
  return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined);
}
