import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { greeting } from './greeting.ts';

test.each<[string, NodeJS.ProcessEnv, number, string[], string]>([
  [
    'nothing set',
    { DATA_DIR: '/home/ada/data' },
    3000,
    [
      'Herenow is at http://localhost:3000. Its data is in /home/ada/data.',
      'Mails are printed here, and kept at http://localhost:3000/dev/mailbox.',
    ],
    'listens',
  ],
  ['any free port', { PORT: '0' }, 41_234, ['Herenow is at http://localhost:41234.'], 'listens'],
  [
    'a proxy in front',
    { PUBLIC_URL: 'https://meet.example' },
    3000,
    ['Herenow is at https://meet.example and listens on port 3000.', 'http://localhost:3000/dev/mailbox'],
    'https://meet.example/dev',
  ],
  [
    'servers of one’s own',
    { MAIL_URL: 'smtp://user:secret@mail.example', DATABASE_URL: 'postgres://user:secret@db.example/here' },
    3000,
    ['Herenow is at http://localhost:3000.\n', 'Mails leave by the server of MAIL_URL.'],
    'secret',
  ],
])('with %s', (_, env, port, expected, absent) => {
  const text = greeting(readConfig(env), port);
  for (const sentence of expected) expect(text).toContain(sentence);
  expect(text).not.toContain(absent);
});
