import * as accounts from '@herenow/contract/accounts';
import { editMessage } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import * as profile from '@herenow/contract/profile';
import { addFcmToken } from '@herenow/contract/push';
import { blockUser, reportUser } from '@herenow/contract/safety';
import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { latLngToCell } from 'h3-js';
import { claimsOf } from '@herenow/testing/claims';
import { meet, messagesOf, ok, send } from '@herenow/testing/encounters';
import { api, withToken, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { plain, RED, upload } from './photos-pictures.ts';

const PASSWORD = 'Quite-secret-2026';
const WRONG = 'Wrong-secret-2026';
const REFUSED = 'Refused-secret-2026';

interface Newcomer {
  name: string;
  email: string;
  at: [number, number];
}
const ADA: Newcomer = { name: 'ada', email: 'ada.lovelace@example.org', at: [13.4049537, 52.5200066] };
const BELA: Newcomer = { name: 'bela', email: 'bela.bartok@example.org', at: [13.4104812, 52.5219184] };

/** What no log line may contain. */
type Secrets = Set<string>;

function remember(secrets: Secrets, { email, at }: Newcomer): void {
  secrets.add(email).add(email.slice(0, email.indexOf('@')));
  for (const degrees of at) secrets.add(String(degrees).slice(0, 7));
  secrets.add(latLngToCell(at[1], at[0], 8));
}

const codeOf = async (app: TestApp, email: string, subject: RegExp) => {
  const letter = () => app.mailbox.list(email).find((one) => subject.test(one.subject));
  await expect.poll(letter).toBeDefined();
  return /\b\d{6}\b/.exec(letter()!.text)![0];
};

async function signIn(app: TestApp, { name, email }: Newcomer, secrets: Secrets): Promise<Person> {
  const token = ok(await api(app, accounts.login, { body: { email, password: PASSWORD } })).text;
  for (const part of [token, ...token.split('.').slice(1)]) secrets.add(part);
  return withToken(app, { id: claimsOf(token).sub, name, email }, token);
}

/** Registers a user up to the verified email, as the screens do. */
async function register(app: TestApp, who: Newcomer, secrets: Secrets): Promise<Person> {
  remember(secrets, who);
  const location = { type: 'Point' as const, coordinates: who.at };
  ok(await api(app, accounts.createUser, { body: { email: who.email, password: PASSWORD, location } }));
  await api(app, accounts.createUser, { body: { email: who.email, password: PASSWORD, location } });
  await api(app, accounts.login, { body: { email: who.email, password: WRONG } });
  const one = await signIn(app, who, secrets);
  const { coordinates } = ok(await one.api(profile.getUser, { params: { id: one.id } })).json.location!;
  for (const degrees of coordinates) secrets.add(String(degrees).slice(0, 8));
  const update = async (body: object) =>
    ok(await one.api(profile.updateUser, { body: { id: one.id, ...body } }));
  await update({ username: who.name, gender: 'Other', dateOfBirth: '1996-05-14', registrationStep: 2 });
  await update({ myTags: ['Coffee'], registrationStep: 3 });
  await update({ preferences: { maxDistanceKm: 50 }, registrationStep: 4 });
  const { photos } = await upload(app, one, [await plain(RED).jpeg().toBuffer()]);
  await update({ photos, registrationStep: 5 });
  const code = await codeOf(app, who.email, /./);
  secrets.add(code);
  ok(await one.api(accounts.verifyCode, { body: { userId: one.id, email: who.email, code } }));
  ok(await one.api(profile.updateLocation, { params: { id: one.id }, body: location }));
  return one;
}

test('no log line of a whole journey contains a token, an email, a code, a position or users’ texts', async () => {
  await using app = await startApp({ logLevel: 'trace' });
  const secrets: Secrets = new Set([PASSWORD, WRONG, REFUSED]);
  const [ada, bela] = [await register(app, ADA, secrets), await register(app, BELA, secrets)];
  const chatId = await meet(app, ada, bela);
  ok(await ada.api(listFeed, { body: { userId: ada.id, location: { type: 'Point', coordinates: ADA.at } } }));

  const key = createECDH('prime256v1').generateKeys('base64url');
  const fcmToken = JSON.stringify({
    endpoint: 'https://push.invalid/device-of-ada',
    keys: { p256dh: key, auth: 'A'.repeat(22) },
  });
  ok(await ada.api(addFcmToken, { body: { userId: ada.id, fcmToken } }));
  secrets.add(key).add('device-of-ada').add('Meet me at the pond').add('Meet me at the lake');

  {
    await using socket = await connectStomp({ url: app.url, token: bela.token });
    const { id } = await send(ada, chatId, 'Meet me at the pond');
    await socket.nextEvent('messages');
    socket.send('/app/chat.seen', { id, chatId });
    socket.send('/app/chat.seen', { id, chatId: 'Meet me at the pond' });
    await socket.nextEvent('errors');
    ok(
      await ada.api(editMessage, { body: { id, chatId, senderId: ada.id, content: 'Meet me at the lake' } }),
    );
    socket.send('/app/chat.delete', { id, chatId });
    await socket.nextEvent('errors');
    await send(bela, chatId, 'Meet me at the lake');
    expect(await messagesOf(ada, chatId)).toHaveLength(2);
  }
  await connectStomp({ url: app.url, token: `${ada.token}x` }).catch(() => {});

  await api(app, accounts.forgotPassword, { body: { email: ADA.email } });
  const code = await codeOf(app, ADA.email, /reset code/);
  secrets.add(code);
  await api(app, accounts.resetPassword, { body: { email: BELA.email, code, password: REFUSED } });
  ok(await api(app, accounts.resetPassword, { body: { email: ADA.email, code, password: PASSWORD } }));
  const again = await signIn(app, ADA, secrets);
  ok(await again.api(reportUser, { body: { reporterId: ada.id, reportedUserId: bela.id, reason: 'Other' } }));
  ok(await again.api(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } }));

  // Faults are logged in full: the database's message about them may quote the values to be written.
  await app.pool.query(`ALTER TABLE users ADD CHECK (username <> 'Countess') NOT VALID`);
  expect((await again.api(profile.updateUser, { body: { username: 'Countess' } })).status).toBe(500);
  await app.pool.query('ALTER TABLE users RENAME COLUMN cell TO gone');
  const location = { type: 'Point' as const, coordinates: BELA.at };
  expect((await again.api(profile.updateLocation, { params: { id: ada.id }, body: location })).status).toBe(
    500,
  );
  expect(
    (
      await api(app, accounts.createUser, {
        body: { email: 'chidi.anagonye@example.org', password: PASSWORD, location },
      })
    ).status,
  ).toBe(500);
  secrets.add('chidi.anagonye');

  await app.pool.query('ALTER TABLE sessions RENAME COLUMN device TO gone');
  const signInFault = await api(app, accounts.login, { body: { email: ADA.email, password: PASSWORD } });
  expect(signInFault.status).toBe(500);

  const lines = app.logLines.join('');
  expect(lines.match(/request failed/g)).toHaveLength(4);
  for (const secret of secrets) {
    // Six digits in a row occur in many times and ids; as a separate number they are the code.
    if (/^\d{6}$/.test(secret)) expect(lines).not.toMatch(new RegExp(`\\b${secret}\\b`));
    else expect(lines).not.toContain(secret);
  }
});
