import { readFile } from 'node:fs/promises';
import { readConfig } from '../server/src/config.ts';
import { keepMailboxKey } from '../server/src/database/mailbox-key.ts';
import { smtpCarrier } from '../server/src/features/mail/index.ts';
import {
  countRecipients,
  createUnsubscribing,
  readNews,
  sendNews,
} from '../server/src/features/news/index.ts';
import { systemClock } from '../server/src/lib/clock.ts';
import { keptSecret } from '../server/src/lib/kept-secret.ts';
import { deriveKeys } from '../server/src/lib/keys.ts';
import { StartError } from '../server/src/lib/start-error.ts';
import { openForCommand, runCommand } from './command.ts';

const USAGE = `Mails news to everybody who allows News and updates.

  npm run news -- FILE           the first line is the subject, what follows are paragraphs
  npm run news -- FILE --count   tells how many would get it, and sends nothing

It runs with the environment of the server: the database, the secret, PUBLIC_URL, and MAIL_URL, without which it refuses.
A run that broke off goes on when it is run again with the same file; nobody gets the same news twice.
`;

await runCommand(USAGE, ([file, option, ...more], env) => {
  if (file === undefined || more.length > 0 || (option !== undefined && option !== '--count'))
    return undefined;
  return run(file, option !== undefined, env);
});

async function run(file: string, countOnly: boolean, env: NodeJS.ProcessEnv): Promise<string> {
  const news = readNews(await readFile(file, 'utf8').catch(cannotRead));
  if (!news) throw new StartError(`${file} has no subject in its first line, or nothing after it.`);
  const config = readConfig(env);
  const { dataDir, publicUrl, mailUrl, mailFrom } = config;
  if (mailUrl === undefined && !countOnly)
    throw new StartError('News goes out by SMTP alone: please set MAIL_URL.');
  await using database = await openForCommand(config);
  const { db } = database;
  if (mailUrl === undefined || countOnly) return `${await countRecipients(db, news)} people would get it.`;
  const keys = deriveKeys(config.tokenSecret ?? (await keptSecret(dataDir)), config.tokenSecretPrevious);
  // With another secret nobody could unsubscribe.
  await keepMailboxKey(db, keys);
  const unsubscribing = createUnsubscribing({ db, keys });
  const carrier = smtpCarrier({ url: mailUrl, from: mailFrom, clock: systemClock });
  try {
    await carrier.check().catch((error: Error) => {
      throw new StartError(`The mail server cannot be used (${error.message}). Nothing was sent.`);
    });
    const options = { db, clock: systemClock, carrier, unsubscribing, publicUrl };
    const { sent, failed, nobody } = await sendNews(options, news);
    const done = `Sent: ${sent}.${nobody > 0 ? ` There is no mailbox at ${nobody}.` : ''}`;
    if (failed === 0) return done;
    throw new StartError(`${done} The mail server did not confirm ${failed}: run it again.`);
  } finally {
    carrier.close();
  }
}

function cannotRead({ code }: NodeJS.ErrnoException): never {
  throw new StartError(`The file of the news cannot be read (${code}).`);
}
