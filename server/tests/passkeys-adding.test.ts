import { deleteUser, login } from '@herenow/contract/accounts';
import { PASSKEYS } from '@herenow/contract/constants';
import { getModerationSummary } from '@herenow/contract/moderation';
import { addPasskey, beginPasskey, removePasskey } from '@herenow/contract/passkeys';
import * as refusals from '@herenow/contract/refusals';
import { endSecondFactor, getSecondFactor } from '@herenow/contract/second-factor';
import { attestationCertificate } from '@herenow/testing/certificate';
import { ok } from '@herenow/testing/encounters';
import { addTestPasskey, createPasskey, type TestPasskey } from '@herenow/testing/passkeys';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator, setUpSecondFactor } from '@herenow/testing/second-factor';
import { verifyRegistrationResponse, type RegistrationResponseJSON } from '@simplewebauthn/server';
import { describe, expect, test } from 'vitest';
import { fillPasskeys, MINUTE, ORIGIN, passkeyScene, WRONG } from './passkey-scene.ts';
import { decidedAtOnce } from './while-locked.ts';

const scene = passkeyScene();
const { credentials, ask, challenge, enter, begin, subjects } = scene;
const refused = { status: 400, text: refusals.passkeyRefused.text };

describe('adding a passkey', () => {
  const add = (credential: ReturnType<TestPasskey['make']>, who = scene.ada, name = 'Key') =>
    who.api(addPasskey, { body: { name, credential } });

  test('requires two-step sign-in, the password, a code and a name, and the owner is told', async () => {
    const { app, ada, phone, laptop } = scene;
    const bela = await person(app, 'bela');
    const ask = (who: Person, code: string, password = PASSWORD) =>
      who.api(beginPasskey, { body: { password, code } });
    expect(await ask(bela, '123456')).toMatchObject({ status: 409, text: refusals.secondFactorOff.text });
    const [code] = phone.recoveryCodes as [string];
    const guessed = await ask(ada, code, 'Guessed-2026');
    expect(guessed).toMatchObject({ status: 403, text: refusals.passwordWrong.text });
    // Otherwise somebody with the password and the unlocked phone would have a second factor for good.
    const without = await ask(ada, 'no such code');
    expect(without).toMatchObject({ status: 400, text: refusals.factorCodeWrong.text });
    const made = createPasskey(ORIGIN);
    const asked = await begin();
    expect(asked.excludeCredentials.map(({ id }) => id)).toEqual([laptop.id]);
    for (const name of ['', '  ', 'x'.repeat(41), 'a\u202Eb'])
      expect(await add(made.make(asked), ada, name)).toMatchObject({
        status: 400,
        text: refusals.passkeyName.text,
      });
    expect(ok(await add(made.make(asked), ada, '  My   key ')).json.name).toBe('My key');
    await expect.poll(subjects).toContain('A passkey was added to your Herenow account');
  });

  test('requires its own challenge, once, in its session and in time', async () => {
    const { app, laptop } = scene;
    const key = () => createPasskey(ORIGIN);
    const asked = await begin();

    app.clock.moveBy(1);
    const again = await begin();
    expect((await add(key().make(again))).status).toBe(200);
    expect(await add(key().make(again))).toMatchObject(refused);
    expect(await add(key().make(asked))).toMatchObject(refused);
    const signIn = await challenge();
    expect(await add(key().make({ ...asked, challenge: signIn.challenge }))).toMatchObject(refused);
    const late = await begin();
    app.clock.moveBy(5 * MINUTE);
    expect(await add(key().make(late))).toMatchObject(refused);
    const other = await person(app, 'bela');
    const hers = await setUpSecondFactor(app, other, app.clock.now());
    expect(await add(key().make(await begin(other, hers)))).toMatchObject(refused);
    const elsewhere = ok(await enter(laptop.sign(await challenge()))).text;
    const foreign = await begin();
    const body = { name: 'Key', credential: key().make(foreign) };
    expect(await api(app, addPasskey, { body, token: elsewhere })).toMatchObject(refused);
  });

  test.each<[string, Parameters<TestPasskey['make']>[1]]>([
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a person who did not show who they are', { verified: false }],
    ['what was signed for signing in', { type: 'webauthn.get' }],
    [
      'a certificate that somebody made up',
      { format: 'packed', statement: new Map([['x5c', [Buffer.alloc(9)]]]) },
    ],
    ['a format that nobody asked for', { format: 'fido-u2f' }],
    ['a statement where there is none', { statement: new Map([['sig', Buffer.alloc(9)]]) }],
  ])('nothing is taken from %s', async (_, quirks) => {
    const { ada } = scene;
    const asked = await begin();
    expect(await add(createPasskey(ORIGIN).make(asked, quirks))).toMatchObject(refused);
    const { response, ...rest } = createPasskey(ORIGIN).make(asked);
    const broken = { ...rest, response: { ...response, attestationObject: 'n'.repeat(7000) } };
    expect(await add(broken)).toMatchObject(refused);
    expect(ok(await ada.api(getSecondFactor)).json.passkeys).toHaveLength(1);
  });

  test('an attestation with a certificate is refused, even a valid one', async () => {
    const { ada } = scene;
    const attestedBy = attestationCertificate();
    const asked = await begin();
    const attested = createPasskey(ORIGIN).make(asked, { attestedBy });
    const checked = await verifyRegistrationResponse({
      response: { ...attested, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: asked.challenge,
      expectedOrigin: ORIGIN,
      expectedRPID: asked.rp.id,
    });
    expect(checked.verified).toBe(true);
    expect(await add(attested)).toMatchObject(refused);
    expect(ok(await ada.api(getSecondFactor)).json.passkeys).toHaveLength(1);
    // The certificate was the reason: the challenge is still valid.
    expect((await add(createPasskey(ORIGIN).make(asked))).status).toBe(200);
  });

  test('nobody can add another user’s credential, or one twice', async () => {
    const { app, laptop } = scene;
    const bela = await person(app, 'bela');
    const hers = await setUpSecondFactor(app, bela, app.clock.now());
    const taken = createPasskey(ORIGIN, Buffer.from(laptop.id, 'base64url'));
    const known = { status: 409, text: refusals.passkeyKnown.text };
    expect(await add(taken.make(await begin(bela, hers)), bela)).toMatchObject(known);
    expect(await add(laptop.make(await begin()))).toMatchObject(known);
    expect(ok(await bela.api(getSecondFactor)).json.passkeys).toEqual([]);
    expect((await enter(laptop.sign(await challenge()))).status).toBe(200);
  });

  test('there are at most ten, also if two are added at once', async () => {
    const { app, ada, phone } = scene;
    await fillPasskeys(app, ada, PASSKEYS - 2);
    const [first, other] = [await begin(), (app.clock.moveBy(1), await begin())];
    await decidedAtOnce(
      app,
      ada.id,
      () => add(createPasskey(ORIGIN).make(first)),
      () => add(createPasskey(ORIGIN).make(other)),
    );
    const { passkeys } = ok(await ada.api(getSecondFactor)).json;
    expect(passkeys).toHaveLength(PASSKEYS);
    const [code] = phone.recoveryCodes as [string];
    const full = await ada.api(beginPasskey, { body: { password: PASSWORD, code } });
    expect(full).toMatchObject({ status: 409, text: refusals.passkeysFull.text });
    // Nothing came of it, so the code is not used up.
    expect((await api(app, login, { body: { ...credentials(), code } })).status).toBe(200);
  });
});

describe('removing', () => {
  const remove = async (who: Person, code: string, password = PASSWORD) => {
    const [{ id } = { id: '' }] = ok(await scene.ada.api(getSecondFactor)).json.passkeys;
    return await who.api(removePasskey, { params: { passkeyId: id }, body: { password, code } });
  };

  test('requires the user’s own password and a code; then the passkey opens nothing', async () => {
    const { app, ada, laptop, phone } = scene;
    const bela = await person(app, 'bela');
    const ofBela = await setUpSecondFactor(app, bela, app.clock.now());
    const asked = await challenge();
    const [code] = phone.recoveryCodes as [string];
    expect(await remove(ada, code, 'Guessed-2026')).toMatchObject({ status: 403 });
    // Who only knows the password would take from the owner what may be the last way in.
    expect(await remove(ada, 'abcd-efgh-ijkm-npqr')).toMatchObject({
      status: 400,
      text: refusals.factorCodeWrong.text,
    });
    expect(await remove(bela, ofBela.recoveryCodes[0]!)).toMatchObject({
      status: 404,
      text: refusals.passkeyNotFound.text,
    });
    ok(await remove(ada, code));
    await expect.poll(subjects).toContain('A passkey was removed from your Herenow account');
    expect(await enter(laptop.sign(asked))).toMatchObject(WRONG);
    expect(await ask()).toMatchObject({ status: 409 });
    const plain = await api(app, login, { body: credentials() });
    expect(plain.headers.get(refusals.REFUSAL_HEADER)).toBe('factor-code-required');
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'two-step sign-in',
      () => {
        const { ada, phone } = scene;
        const code = phone.recoveryCodes[0]!;
        return ada.api(endSecondFactor, { body: { password: PASSWORD, code } });
      },
    ],
    ['the account', () => scene.ada.api(deleteUser, { params: { id: scene.ada.id } })],
  ])('%s takes the passkeys along', async (_, end) => {
    const { app, ada } = scene;
    await end();
    const { rows } = await app.pool.query('SELECT FROM passkeys WHERE user_id = $1', [ada.id]);
    expect(rows).toEqual([]);
  });
});

test('an operator can use the desk with a passkey', async () => {
  const { app } = scene;
  const olga = await person(app, 'olga');
  const key = await addTestPasskey(app, olga, await makeOperator(app, olga));
  const token = ok(await enter(key.sign(await challenge(olga)), olga)).text;
  expect((await api(app, getModerationSummary, { token })).status).toBe(200);
});
