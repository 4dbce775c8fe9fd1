import { createUser, login, refreshToken, validateToken } from '@herenow/contract/accounts';
import type { OwnUser } from '@herenow/contract/entities';
import { getUser, updateUser } from '@herenow/contract/profile';
import { ok } from '@herenow/testing/encounters';
import { api, BERLIN, PASSWORD, person } from '@herenow/testing/people';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { createTestDatabase } from '@herenow/testing/test-database';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plain, RED, upload } from './photos-pictures.ts';

const OLD = 'the-secret-that-is-being-replaced-now';
const NEW = 'the-secret-that-takes-the-place-of-it';
const STEP_MS = 30_000;

/** Returns the keyed hash of a mailbox, as it is stored for a new account. */
async function mailboxOf(app: TestApp, email: string): Promise<string> {
  const location = { type: 'Point' as const, coordinates: BERLIN };
  ok(await api(app, createUser, { body: { email, password: PASSWORD, location } }));
  const { rows } = await app.pool.query<{ mailbox: string }>('SELECT mailbox FROM users WHERE email = $1', [
    email,
  ]);
  return rows[0]!.mailbox;
}

test('a new secret signs nobody out, and replaces the previous one', async () => {
  await using database = await createTestDatabase();
  await using undo = new AsyncDisposableStack();
  const { path: dataDir } = undo.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-rotation-')));
  const start = (tokenSecret: string, tokenSecretPrevious?: string) =>
    startApp({ databaseUrl: database.url, dataDir, tokenSecret, tokenSecretPrevious });

  let app = await start(OLD);
  const ada = await person(app, 'ada', { photos: 0 });
  const { photos } = await upload(app, ada, [await plain(RED, 30, 40).jpeg().toBuffer()]);
  const own = ok(await ada.api(updateUser, { body: { photos } })).json as OwnUser;
  const phone = await setUpSecondFactor(app, ada, app.clock.now());
  const [first, second] = phone.recoveryCodes as [string, string];
  const signIn = (code: string, device?: string) =>
    api(app, login, { body: { email: ada.email, password: PASSWORD, code, ...(device && { device }) } });
  const device = ok(await signIn(first)).headers.get('device-key')!;
  const mailbox = await mailboxOf(app, 'twice+old@example.org');
  await app[Symbol.asyncDispose]();

  app = await start(NEW, OLD);
  const asAda = (token: string) => api(app, validateToken, { token });
  expect((await asAda(ada.token)).status, 'a token of the old secret').toBe(200);
  const next = ok(await api(app, refreshToken, { body: { accessToken: ada.token, userId: ada.id } })).text;
  expect((await fetch(app.url + own.photos[0]!.url)).status, 'an address of a photo').toBe(200);
  app.clock.moveBy(2 * STEP_MS);
  const again = ok(await signIn(phone.codeAt(app.clock.now()), device));
  expect(again.headers.get('device-key'), 'the key of a device').toBe(device);
  expect(await mailboxOf(app, 'twice+new@example.org'), 'the hash of a mailbox').toBe(mailbox);
  await app[Symbol.asyncDispose]();

  app = await start(NEW);
  undo.use(app);
  expect((await asAda(next)).status, 'a token of the new secret').toBe(200);
  expect((await asAda(ada.token)).status, 'one of the old secret, once that is gone').toBe(401);
  expect((await signIn(second)).status, 'what was encrypted').toBe(200);
  expect(await mailboxOf(app, 'twice+last@example.org')).toBe(mailbox);
  expect(ok(await api(app, getUser, { params: { id: ada.id }, token: next })).json).toMatchObject({
    email: ada.email,
  });
});

test('a start with a secret other than the database’s is refused, and loses nothing', async () => {
  await using database = await createTestDatabase();
  const start = (tokenSecret: string, tokenSecretPrevious?: string) =>
    startApp({ databaseUrl: database.url, tokenSecret, tokenSecretPrevious });
  const rightly = async (tag: string, tokenSecret: string, tokenSecretPrevious?: string) => {
    await using app = await start(tokenSecret, tokenSecretPrevious);
    return await mailboxOf(app, `twice+${tag}@example.org`);
  };
  const mailbox = await rightly('first', OLD);
  const OTHER = 'a-secret-that-this-database-never-had';
  const refusal = {
    name: 'StartError',
    message: expect.stringMatching(/TOKEN_SECRET.*TOKEN_SECRET_PREVIOUS/),
  };
  await expect(start(NEW)).rejects.toMatchObject(refusal);
  await expect(start(NEW, OTHER)).rejects.toMatchObject(refusal);
  expect(await rightly('second', OLD)).toBe(mailbox);
  expect(await rightly('third', NEW, OLD)).toBe(mailbox);
  await expect(start(OLD)).rejects.toMatchObject(refusal);
  expect(await rightly('fourth', NEW)).toBe(mailbox);
});

test('after its secret is lost, a server starts once its key is removed, and two-step sign-in accepts no codes', async () => {
  await using database = await createTestDatabase();
  const start = (tokenSecret: string) => startApp({ databaseUrl: database.url, tokenSecret });
  const before = await start(OLD);
  const ada = await person(before, 'ada');
  const phone = await setUpSecondFactor(before, ada, before.clock.now());
  await before.pool.query(`DELETE FROM secrets WHERE name = 'mailbox-key'`);
  await before[Symbol.asyncDispose]();

  await using app = await start(NEW);
  const signIn = async (code: string) => {
    const { status, text } = await api(app, login, { body: { email: ada.email, password: PASSWORD, code } });
    return { status, text };
  };
  const refused = { status: 403, text: 'Enter the code of your authenticator app.' };
  app.clock.moveBy(2 * STEP_MS);
  expect(await signIn(phone.codeAt(app.clock.now()))).toEqual(refused);
  expect(await signIn(phone.recoveryCodes[0]!)).toEqual(refused);
});
