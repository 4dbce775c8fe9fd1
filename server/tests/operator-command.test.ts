import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, person, type Person } from '../testing/people.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { listCases } from '@herenow/contract/moderation';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/operator.ts');

let app: TestApp;
let ada: Person;
beforeAll(async () => {
  app = await startApp();
  ada = await person(app, 'ada');
});
afterAll(() => app[Symbol.asyncDispose]());

/** Runs the command beside the server; answers its exit code and what it says. */
function command(...args: string[]): Promise<[code: number, says: string]> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: app.config.databaseUrl };
  return new Promise((resolve) =>
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, stdout, stderr) =>
      resolve([error ? Number(error.code) : 0, stdout + stderr]),
    ),
  );
}
const mayLook = async () => (await api(app, listCases, { token: ada.token })).status === 200;

test('operators are made, listed and unmade on the machine', async () => {
  expect(await command('list')).toEqual([0, 'There is no operator yet.\n']);
  const shouted = ada.email.toUpperCase();
  expect(await command('add', shouted)).toEqual([0, `${shouted} is an operator now.\n`]);
  expect(await mayLook()).toBe(true);
  expect(await command('list')).toEqual([0, `${ada.email}\n`]);
  expect(await command('remove', ada.email)).toEqual([0, `${ada.email} is no operator any more.\n`]);
  expect(await mayLook()).toBe(false);
});

test('what it cannot do it says', async () => {
  const email = 'nobody@example.org';
  expect(await command('add', email)).toEqual([1, `Nobody with the email ${email} is registered.\n`]);
  expect(await command('remove', ada.email)).toEqual([
    1,
    `Nobody with the email ${ada.email} is an operator.\n`,
  ]);
  for (const args of [[], ['add'], ['add', 'ada'], ['promote', ada.email]]) {
    const [code, says] = await command(...args);
    expect([code, says]).toEqual([2, expect.stringContaining('npm run operator -- add ada@example.org')]);
  }
});
