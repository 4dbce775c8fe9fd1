import { login } from '@herenow/contract/accounts';
import { beginPasskeyLogin } from '@herenow/contract/passkeys';
import * as refusals from '@herenow/contract/refusals';
import { getSecondFactor } from '@herenow/contract/second-factor';
import { ok } from '@herenow/testing/encounters';
import { addTestPasskey, createPasskey, type Quirks } from '@herenow/testing/passkeys';
import { api, person } from '@herenow/testing/people';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import { describe, expect, test } from 'vitest';
import { ELSEWHERE, MINUTE, ORIGIN, passkeyScene, WRONG } from './passkey-scene.ts';
import { resetByMail } from './mailed-codes.ts';

const scene = passkeyScene();
const { credentials, ask, challenge, enter, begin } = scene;

describe('signing in', () => {
  test('requires the password and the passkey, whose use is recorded, or a code', async () => {
    const { app, ada, phone, laptop } = scene;
    const asked = await api(app, login, { body: credentials() });
    expect(asked).toMatchObject({ status: 403, text: 'Enter the code of your authenticator app.' });
    expect(asked.headers.get(refusals.REFUSAL_HEADER)).toBe('factor-or-passkey-required');
    const { passkeys: before } = ok(await ada.api(getSecondFactor)).json;
    expect(before).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Laptop',
        created: expect.any(String) as string,
        lastUsedAt: null,
      },
    ]);
    const { status, headers } = await enter(laptop.sign(await challenge()));
    expect(status).toBe(200);
    expect(headers.get('device-key')).toBeTruthy();
    const { passkeys: after } = ok(await ada.api(getSecondFactor)).json;
    expect(after[0]!.lastUsedAt).not.toBeNull();
    app.clock.moveBy(MINUTE);
    const code = phone.codeAt(app.clock.now());
    expect((await api(app, login, { body: { ...credentials(), code } })).status).toBe(200);
  });

  test('reveals nothing before the password is right', async () => {
    const { app, ada, laptop } = scene;
    const plain = await person(app, 'bela');
    const nobody = { body: { email: 'nobody@example.org', password: 'Guessed-2026' } };
    const answers = [
      await ask(ada, 'Guessed-2026'),
      await ask(plain, 'Guessed-2026'),
      await api(app, beginPasskeyLogin, nobody),
    ];
    for (const { status, text, headers } of answers) {
      expect({ status, text }).toEqual({ status: 401, text: refusals.loginWrong.text });
      expect(headers.get(refusals.REFUSAL_HEADER)).toBe(refusals.loginWrong.code);
    }
    expect(await enter(laptop.sign(await challenge()), ada, 'Guessed-2026')).toMatchObject({ status: 401 });
  });

  test('does not tell whether a password is right where there is no two-step sign-in: nobody would be mailed', async () => {
    const { app } = scene;
    const plain = await person(app, 'bela');
    const told = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) => [
      status,
      text,
      headers.get(refusals.REFUSAL_HEADER),
    ];
    expect(told(await ask(plain))).toEqual(told(await ask(plain, 'Guessed-2026')));
    const { rows } = await app.pool.query(
      `SELECT points FROM rate_limits WHERE key LIKE 'signInByMailbox:%' AND points > 0`,
    );
    expect(rows, 'both count').toEqual([{ points: 2 }]);
  });

  test('tells whoever has two-step sign-in and no passkey that there is none', async () => {
    const { app } = scene;
    const bela = await person(app, 'bela');
    await setUpSecondFactor(app, bela, app.clock.now());
    expect(await ask(bela)).toMatchObject({ status: 409, text: refusals.passkeyNone.text });
  });

  test('wrong passwords count here as at the sign-in @slow', async () => {
    const { ada } = scene;
    for (let n = 0; n < 20; n += 1) await ask(ada, `Guessed-${n}-2026`);
    const statuses = [await ask(ada, 'Guessed-2026'), await ask(ada, 'Guessed-2026'), await ask()];
    expect(statuses.map(({ status }) => status)).toEqual([401, 429, 429]);
  });

  test('a challenge is accepted once, and no earlier one after it, even many at once', async () => {
    const { app, laptop } = scene;
    const first = await challenge();
    app.clock.moveBy(1);
    const second = await challenge();
    const signed = laptop.sign(second);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(signed)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(403)]);
    expect(await enter(laptop.sign(second))).toMatchObject(WRONG);
    expect(await enter(laptop.sign(first))).toMatchObject(WRONG);
    app.clock.moveBy(1);
    expect((await enter(laptop.sign(await challenge()))).status).toBe(200);
  });

  test('a challenge is invalid after five minutes, or with another password', async () => {
    const { app, ada, laptop } = scene;
    const old = await challenge();
    app.clock.moveBy(5 * MINUTE);
    expect(await enter(laptop.sign(old))).toMatchObject(WRONG);
    const before = await challenge();
    const password = 'Forgotten1';
    await resetByMail(scene.app, scene.ada, password);
    expect(await enter(laptop.sign(before), ada, password)).toMatchObject(WRONG);
  });

  test('a challenge of another account or purpose, or a made-up one, is invalid', async () => {
    const { app, laptop } = scene;
    const bela = await person(app, 'bela');
    await addTestPasskey(app, bela, await setUpSecondFactor(app, bela, app.clock.now()));
    const rpId = 'herenow.example';
    expect(await enter(laptop.sign(await challenge(bela)))).toMatchObject(WRONG);
    expect(await enter(laptop.sign({ rpId, challenge: (await begin()).challenge }))).toMatchObject(WRONG);
    const madeUp = Buffer.alloc(54, 1).toString('base64url');
    expect(await enter(laptop.sign({ rpId, challenge: madeUp }))).toMatchObject(WRONG);
    expect(await enter(laptop.sign({ rpId, challenge: '' }))).toMatchObject(WRONG);
  });

  test('another user’s passkey, or one that was never added, opens nothing', async () => {
    const { app, laptop } = scene;
    const bela = await person(app, 'bela');
    const hers = await addTestPasskey(app, bela, await setUpSecondFactor(app, bela, app.clock.now()));
    expect(await enter(hers.sign(await challenge()))).toMatchObject(WRONG);
    const copy = createPasskey(ORIGIN, Buffer.from(laptop.id, 'base64url'));
    expect(await enter(copy.sign(await challenge()))).toMatchObject(WRONG);
  });

  test.each<[string, Quirks]>([
    ['a page elsewhere', { origin: 'https://herenow.example.evil.example' }],
    ['the same host without encryption', { origin: 'http://herenow.example' }],
    ['another host’s credential', { rpId: 'evil.example' }],
    ['a person who did not show who they are', { verified: false }],
    ['what was made for adding one', { type: 'webauthn.create' }],
  ])('nothing is taken from %s', async (_, quirks) => {
    const { laptop } = scene;
    expect(await enter(laptop.sign(await challenge(), quirks))).toMatchObject(WRONG);
    expect((await enter(laptop.sign(await challenge()))).status).toBe(200);
  });

  test('a page of an allowed origin is accepted', async () => {
    const { laptop } = scene;
    expect((await enter(laptop.sign(await challenge(), { origin: ELSEWHERE }))).status).toBe(200);
  });

  test('a counter that does not increase reveals a copy', async () => {
    const { app, laptop } = scene;
    const counts = async (signCount: number) => {
      app.clock.moveBy(1);
      return (await enter(laptop.sign(await challenge(), { signCount }))).status;
    };
    expect(await counts(7)).toBe(200);
    expect(await counts(7)).toBe(403);
    expect(await counts(3)).toBe(403);
    expect(await counts(0)).toBe(403);
    expect(await counts(8)).toBe(200);
  });

  test('wrong passkeys count like wrong passwords, and not against the owner’s codes @slow', async () => {
    const { app, phone, laptop } = scene;
    for (let n = 0; n < 20; n += 1)
      expect(await enter(laptop.sign(await challenge(), { verified: false }))).toMatchObject(WRONG);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
    app.clock.moveBy(MINUTE);
    const code = phone.codeAt(app.clock.now());
    expect((await api(app, login, { body: { ...credentials(), code } })).status).toBe(200);
  });

  test('works when somebody has used up the codes, and with a new password @slow', async () => {
    const { app, ada, laptop } = scene;
    await app.pool.query('DELETE FROM rate_limits');
    for (let n = 0; n < 31; n += 1) {
      await api(app, login, { body: { ...credentials(), code: '000000' } });
      await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
    }
    expect((await api(app, login, { body: { ...credentials(), code: '000000' } })).status).toBe(429);
    expect((await enter(laptop.sign(await challenge()))).status).toBe(200);
    const password = 'Forgotten1';
    await resetByMail(scene.app, scene.ada, password);
    expect((await api(app, login, { body: credentials(ada, password) })).status).toBe(403);
    const asked = ok(await ask(ada, password)).json;
    expect((await enter(laptop.sign(asked), ada, password)).status).toBe(200);
  });

  test('nothing about it is in the log', async () => {
    const { app, laptop } = scene;
    const asked = await challenge();
    const signed = laptop.sign(asked);
    await enter(signed);
    await enter(signed);
    const log = app.logLines.join('\n');
    for (const secret of [
      asked.challenge,
      signed.response.signature,
      signed.response.clientDataJSON,
      laptop.id,
    ])
      expect(log).not.toContain(secret);
  });
});
