import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@herenow/testing/database-process';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The variables of deploy/example.env, filled in where it leaves a secret open. */
const EXAMPLE = Object.fromEntries(
  [...read('deploy/example.env').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value || (name!.endsWith('_PREVIOUS') ? '' : 'a secret of more than thirty-two characters'),
  ]),
);

/** Returns the environment that a compose file passes to the app's container, with these variables in `.env`. */
function environmentOf(file: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const service = /^ {2}herenow:\n((?: {4}.*\n| *\n)*)/m.exec(read(file))![1]!;
  const block = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(service)![1]!;
  const given = (_: string, name: string, fallback = '') => settings[name] || fallback;
  return Object.fromEntries(
    [...block.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [
      name!,
      value!.replace(/^'(.*)'$/, '$1').replaceAll(/\$\{(\w+)(?::?[-?]([^}]*))?\}/g, given),
    ]),
  );
}

const IMAGE = { NODE_ENV: 'production', DATA_DIR: '/data' };
const alone = (settings: NodeJS.ProcessEnv) =>
  readConfig({ ...IMAGE, ...environmentOf('compose.yaml', settings) });
const full = (settings: NodeJS.ProcessEnv) =>
  readConfig({
    ...IMAGE,
    ...environmentOf('compose.yaml', settings),
    ...environmentOf('compose.full.yaml', settings),
  });

test.each([
  ['alone', alone],
  ['with all engines', full],
])('the container %s, configured as the example says, can be reached through its port', (_, configOf) => {
  // In a container the loopback address is its own, which no published port reaches.
  expect(configOf(EXAMPLE)).toMatchObject({ host: '0.0.0.0', trustProxy: 1, production: true });
});

test('the container starts with the values of .env', () => {
  expect(
    alone({ MAIL_URL: 'smtps://mail.example', ALLOWED_ORIGINS: 'https://app.example' }).allowedOrigins,
  ).toEqual(['https://app.example']);
  const env = environmentOf('compose.yaml', { ...EXAMPLE, BACKUP_KEY: 'the key of backups' });
  expect(env['BACKUP_KEY']).toBe('the key of backups');
  expect(alone({ MAIL_URL: 'smtps://mail.example' })).toMatchObject({
    allowedOrigins: [],
    trustProxy: false,
  });
});

test.each(['compose.yaml', 'compose.full.yaml'])(
  '%s lets a secret of the server stay empty in .env, for one in a file',
  (file) => {
    const service = /^ {2}herenow:\n((?: {4}.*\n| *\n)*)/m.exec(read(file))![1]!;
    const needed = [...service.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    // Those of the other containers.
    expect(needed.filter((name) => name !== 'POSTGRES_PASSWORD' && name !== 'S3_SECRET')).toEqual([]);
  },
);

/** What the image and compose.yaml fix; load tests alone turn the limits of rates off. */
const FIXED = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'RATE_LIMITS'];

test('every setting of the server and of backups in .env reaches the container', () => {
  const asked = new Set(['BACKUP_KEY', 'BACKUP_DAYS']);
  readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  const settings = Object.fromEntries([...asked].map((name) => [name, `the ${name}`]));
  const expected = Object.entries(settings).filter(([name]) => !FIXED.includes(name));
  expect(environmentOf('compose.yaml', settings)).toMatchObject(Object.fromEntries(expected));
});

test.each(['compose.yaml', 'compose.full.yaml'])(
  'every container of %s has a bounded log, and dumps no core',
  (file) => {
    const services = /^services:\n((?: {2}.*\n| *\n)*)/m.exec(read(file))![1]!.split(/^(?= {2}\w+:$)/m);
    // The same container in both files.
    const bounded =
      file === 'compose.yaml' ? services : services.filter((one) => !one.startsWith('  herenow:'));
    expect(bounded.length).toBeGreaterThan(0);
    for (const service of bounded) {
      expect(service).toMatch(/^ {4}logging:/m);
      expect(service).toMatch(/^ {4}ulimits:(?: &coreless)?\n {6}core: 0\n|^ {4}ulimits: \*coreless\n/m);
    }
    expect(read(file)).toMatch(/^ {8}max-size: 20m\n {8}max-file: '5'$/m);
  },
);
