import { createUser, login, updatePassword } from '@herenow/contract/accounts';
import { sendMessage } from '@herenow/contract/chats';
import { pinUser } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { api, PASSWORD } from '@herenow/testing/people';
import { becomeVisible } from '@herenow/testing/public-person';
import { pin } from './meetings.ts';
import { expect, test } from './fixtures.ts';
import { quietPlace, someone } from './signed-in.ts';
import { wording } from './texts/wording.ts';

const dist = path.resolve(import.meta.dirname, '../web/dist');

/** Returns everything in the built client that may contain texts, without the markup of their formats. */
async function builtClient(): Promise<string> {
  const names = await readdir(dist, { recursive: true });
  const files = names.filter((name) => /\.(?:js|html)$/.test(name) && name !== 'sw.js');
  const texts = await Promise.all(files.map((name) => readFile(path.join(dist, name), 'utf8')));
  return texts
    .join('\n')
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&amp;', '&');
}

/**
 * Returns a pattern for a text as it appears in the code, from its start to its end, with `${…}` for each filled-in
 * value.
 */
function pattern(text: string): RegExp {
  const parts = text.split('{}').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  return new RegExp(`(?<![A-Za-z])${parts.join(String.raw`\$\{[^}]*\}`)}(?![A-Za-z])`);
}

test('every specified text is in the client', async () => {
  const client = await builtClient();
  const missing = Object.entries(wording).flatMap(([where, texts]) =>
    texts.filter((text) => !pattern(text).test(client)).map((text) => `${where}: ${text}`),
  );
  expect(missing).toEqual([]);
});

test('the server answers with the specified texts', async ({ baseURL }) => {
  const app = { url: baseURL ?? '' };
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const bela = await someone('Bela', { baseURL, at });
  const { token, email, id } = ada;
  const answer = async (of: ReturnType<typeof api>) => {
    const { status, text } = await of;
    return [status, text];
  };
  const location = { type: 'Point' as const, coordinates: at };
  expect(await answer(api(app, createUser, { body: { email, password: PASSWORD, location } }))).toEqual([
    400,
    'User with same email already exists.',
  ]);
  expect(await answer(api(app, login, { body: { email, password: 'Wrong1horse' } }))).toEqual([
    401,
    'Email or password incorrect',
  ]);
  expect(await answer(api(app, getUser, { params: { id: randomUUID() }, token }))).toEqual([
    404,
    'User not found',
  ]);
  const change = { userId: id, username: email, oldPassword: 'Wrong1horse', newPassword: 'Another1word' };
  expect(await answer(api(app, updatePassword, { body: change, token }))).toEqual([
    403,
    'Old password is incorrect',
  ]);
  const message = { id: randomUUID(), chatId: randomUUID(), content: 'Hello', senderId: id };
  expect(await answer(api(app, sendMessage, { body: { ...message, recipientId: bela.id }, token }))).toEqual([
    400,
    'Chat not found',
  ]);
  await Promise.all([becomeVisible(ada), becomeVisible(bela)]);
  await pin(ada, bela);
  expect(await answer(api(app, pinUser, { body: { userId: id, pinnedUserId: bela.id }, token }))).toEqual([
    409,
    'already pinned',
  ]);
});
