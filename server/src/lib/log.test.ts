import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';

/** What is written for these fields. */
function written(fields: object): { text: string; line: Record<string, unknown> } {
  let text = '';
  createLog('trace', { write: (line) => void (text += line) }).error(fields, 'something failed');
  return { text, line: JSON.parse(text) };
}

test('secrets are left out wherever a caller puts them', () => {
  const { text } = written({
    token: TOKEN,
    body: { email: 'ada@example.org', password: 'Herenow-2026', code: '123456' },
  });
  expect(text).not.toMatch(/eyJ|ada@|Herenow-2026|123456/);
});

test('a reason, such as a mail server’s answer, is logged without emails and tokens', () => {
  expect(written({ reason: `535 bad credentials for ada@example.org, ${TOKEN}` }).line).toMatchObject({
    reason: '535 bad credentials for [email], [token]',
  });
});

test('an error is logged whole, but for what it says of people', () => {
  const error = Object.assign(
    new Error(`550 <ada@example.org>: no such user, ${TOKEN}`, { cause: new Error('to bela@example.org') }),
    {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(ada@example.org) already exists.',
      rejected: ['ada@example.org'],
    },
  );
  const { text, line } = written({ err: error });
  expect(text).not.toMatch(/ada@|bela@|eyJ|already exists/);
  expect(line.err).toMatchObject({
    type: 'Error',
    message: '550 <[email]>: no such user, [token]: to [email]',
    errorCode: '23505',
    constraint: 'users_email_key',
  });
  expect((line.err as { stack: string }).stack).toContain('log.test.ts');
});

test('an error of several errors is logged with those it stands for, as far as a line has room', () => {
  const failures = Array.from({ length: 30 }, (_, index) => new Error(`no ${index} for ada@example.org`));
  const { text, line } = written({ err: new AggregateError(failures, 'Some could not be ended.') });
  expect(text).not.toContain('ada@');
  const { message, errors } = line.err as { message: string; errors: { message: string }[] };
  expect(message).toContain('Some could not be ended.');
  expect(errors.map((error) => error.message)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `no ${index} for [email]`),
  );
});

test.skipIf(!existsSync('/dev/full'))(
  'a log that cannot be written, as on a full disk, is no fault of its own',
  async () => {
    const script = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))};
    const log = createLog('info');
    process.on('uncaughtException', (error) => process.exit(1));
    log.info('lost');
    log.info('also');`;
    const output = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', output, 'inherit'],
    });
    closeSync(output);
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);
