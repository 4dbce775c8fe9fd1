import { createUser, login } from '@herenow/contract/accounts';
import { getUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { cellCentre, snapToCell } from '../src/lib/cells.ts';
import { claimsOf } from '@herenow/testing/claims';
import { dumpDatabase } from '@herenow/testing/dump';
import { api, BERLIN, PASSWORD } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';

const app = sharedApp();

const location = { type: 'Point' as const, coordinates: BERLIN };
const good = { email: 'ada@example.org', password: PASSWORD, location };
const countUsers = async () => Number((await app.pool.query('SELECT count(*) FROM users')).rows[0].count);

/** Returns the record of the user who signs in with an email address. */
async function recordOf(email: string) {
  const token = (await api(app, login, { body: { email, password: PASSWORD } })).text;
  const id = claimsOf(token).sub;
  return (await api(app, getUser, { params: { id }, token })).json;
}

test('an account is created with the data of the registration', async () => {
  expect(await api(app, createUser, { body: { ...good, email: ' Ada.L@Example.ORG ' } })).toMatchObject({
    status: 200,
    text: '',
  });
  expect(await recordOf('ada.l@example.org')).toMatchObject({
    email: 'ada.l@example.org',
    username: 'ada.l',
    registrationStep: 1,
    emailValidated: false,
    location: cellCentre(snapToCell(location)),
  });
});

describe('the username', () => {
  test.each<[string, string, string | undefined, string]>([
    ['is the part before the @', 'bela+x@example.org', undefined, 'bela+x'],
    ['may be given', 'bela-1@example.org', ' Bela B. ', 'Bela B.'],
    ['is not blank', 'bela-2@example.org', '  ', 'bela-2'],
    ['is not a reserved one because the email is', 'herenow.fan@example.org', 'herenow.fan', 'New here'],
    ['is never longer than a name may be', `${'b'.repeat(64)}@example.org`, undefined, 'b'.repeat(60)],
  ])('%s', async (_, email, username, expected) => {
    await api(app, createUser, { body: { ...good, email, username, appSource: 'web' } });
    expect((await recordOf(email)).username).toBe(expected);
  });
});

describe('missing or wrong values are refused with their text, and nothing is written', () => {
  test.each<[string, unknown, string]>([
    ['no email', { ...good, email: undefined }, refusals.emailRequired.text],
    ['an empty email', { ...good, email: '  ' }, refusals.emailRequired.text],
    ['an email that is a number', { ...good, email: 5 }, refusals.emailRequired.text],
    ...[
      'ada',
      'ada@',
      '@example.org',
      'ada@example',
      'a da@example.org',
      'ada@@example.org',
      'ada@example..org',
      '<ada@example.org>',
      'ada@example.org>',
      'ada>@example.org',
      '"ada"@example.org',
      'ada(home)@example.org',
      'ada,bela@example.org',
      'ada\u202e@example.org',
      'ada@exam\u200bple.org',
      'ada@example.org\nbcc:bela@example.org',
      '.ada@example.org',
      'ada..b@example.org',
      'ada@-example.org',
      'ada@example_1.org',
      'ada@192.0.2.1',
      'ada@[192.0.2.1]',
      `ada@${'x'.repeat(64)}.org`,
      `${'a'.repeat(65)}@example.org`,
    ].map((email): [string, unknown, string] => [
      `email ${email}`,
      { ...good, email },
      refusals.emailInvalid.text,
    ]),
    [
      'an email of 255 characters',
      { ...good, email: `${'a'.repeat(243)}@example.org` },
      refusals.emailInvalid.text,
    ],
    ['no password', { ...good, password: undefined }, refusals.passwordRequired.text],
    ['an empty password', { ...good, password: '' }, refusals.passwordRequired.text],
    ['a short password', { ...good, password: 'Abcdef1' }, 'Password must be at least 8 characters long'],
    ['no capital', { ...good, password: 'abcdefg1' }, 'Password must contain at least 1 uppercase letter'],
    ['capitals only', { ...good, password: 'ABCDEFG1' }, 'Password must contain at least 1 lowercase letter'],
    ['no digit', { ...good, password: 'Abcdefgh' }, 'Password must contain at least 1 number'],
    [
      'a huge password',
      { ...good, password: `Aa1${'x'.repeat(198)}` },
      'Password can have up to 200 characters',
    ],
    ...['ada\u202eeoj', 'ada\u0007', '\u2066ada', 'a\u200bda'].map((username): [string, unknown, string] => [
      `the name ${JSON.stringify(username)}`,
      { ...good, username },
      refusals.nameUnseen.text,
    ]),
    ...['Herenow Support', 'h e r e n o w', 'НЕRЕNОW team', 'Ｈｅｒｅｎｏｗ', 'H3ren0vv'].map(
      (username): [string, unknown, string] => [
        `the name ${username}`,
        { ...good, username },
        refusals.nameReserved.text,
      ],
    ),
    ['no location', { ...good, location: undefined }, refusals.location.text],
    [
      'a location off the earth',
      { ...good, location: { type: 'Point', coordinates: [200, 0] } },
      refusals.location.text,
    ],
    [
      'half a location',
      { ...good, location: { type: 'Point', coordinates: [13.4] } },
      refusals.location.text,
    ],
    ['no body', undefined, 'The request body is missing or has the wrong form.'],
    ['a list', [], 'The request body is missing or has the wrong form.'],
  ])('%s', async (_, body, text) => {
    const before = await countUsers();
    expect(await api(app, createUser, { body: body as never })).toMatchObject({ status: 400, text });
    expect(await countUsers()).toBe(before);
  });
});

test('an email can be registered once, in any case, even when many register it at the same time', async () => {
  const tries = ['chidi@example.org', 'Chidi@example.org', ' CHIDI@EXAMPLE.ORG', 'chidi@example.org '];
  const answers = await Promise.all(tries.map((email) => api(app, createUser, { body: { ...good, email } })));
  const made = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(
    ({ status, text }) => status === 400 && text === refusals.duplicateEmail.text,
  );
  expect([made.length, refused.length]).toEqual([1, 3]);
  expect(await api(app, createUser, { body: { ...good, email: 'chidi@example.org' } })).toMatchObject({
    status: 400,
    text: refusals.duplicateEmail.text,
  });
});

test('the exact position is nowhere in the database', async () => {
  const coordinates: [number, number] = [13.4049537, 52.5200066];
  const body = { ...good, email: 'dana@example.org', location: { type: 'Point' as const, coordinates } };
  expect(await api(app, createUser, { body })).toMatchObject({ status: 200 });
  const dump = (await dumpDatabase(app.pool)).join('\n');
  expect(dump).toContain('dana@example.org');
  for (const digits of ['13.4049', '52.5200', '134049', '525200']) expect(dump).not.toContain(digits);
});

test('passwords are stored as argon2id hashes of a safe cost', async () => {
  await using safe = await startApp({}, { passwordCost: undefined });
  await api(safe, createUser, { body: good });
  const { rows } = await safe.pool.query('SELECT password_hash FROM users');
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
