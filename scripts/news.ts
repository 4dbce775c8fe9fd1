import { readFile } from 'node:fs/promises';
import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/database/connect.ts';
import { findEmbedded } from '../server/src/database/own-database.ts';
import { smtpCarrier } from '../server/src/features/mail/index.ts';
import { countReaders, createUnsubscribing, readNews, sendNews } from '../server/src/features/news/index.ts';
import { systemClock } from '../server/src/lib/clock.ts';
import { keptSecret } from '../server/src/lib/kept-secret.ts';
import { deriveKeys } from '../server/src/lib/keys.ts';
import { createLog } from '../server/src/lib/log.ts';
import { StartError } from '../server/src/lib/start-error.ts';

const USAGE = `Mails news to everybody who allows News and updates.

  npm run news -- FILE           the first line is the subject, what follows are paragraphs
  npm run news -- FILE --count   tells how many would get it, and sends nothing

It runs with the environment of the server: the database, the secret, PUBLIC_URL, and MAIL_URL, without which it refuses.
A run that broke off goes on when it is run again with the same file; nobody gets the same news twice.
`;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run([file, option, ...more]: string[]): Promise<number> {
  if (file === undefined || more.length > 0 || (option !== undefined && option !== '--count'))
    return fail(USAGE, 2);
  const news = readNews(await readFile(file, 'utf8').catch(() => ''));
  if (!news) return fail(`${file} has no subject in its first line, or nothing after it.\n`);
  const config = readConfig(process.env);
  const { databaseUrl, dataDir, publicUrl, mailUrl, mailFrom } = config;
  if (mailUrl === undefined) return fail('News goes out by SMTP alone: please set MAIL_URL.\n');
  const url = databaseUrl ?? (await findEmbedded(dataDir));
  await using database = await openDatabase({
    databaseUrl: url,
    dataDir,
    log: createLog('warn'),
    poolSize: 1,
  });
  const { db } = database;
  if (option === '--count') return say(`${await countReaders(db, news)} people would get it.\n`);
  const keys = deriveKeys(config.tokenSecret ?? (await keptSecret(dataDir, 'token-secret')));
  const carrier = smtpCarrier({ url: mailUrl, from: mailFrom });
  try {
    const unsubscribing = createUnsubscribing({ db, keys });
    const { sent, failed } = await sendNews(
      { db, clock: systemClock, carrier, unsubscribing, publicUrl },
      news,
    );
    if (failed === 0) return say(`Sent: ${sent}.\n`);
    return fail(`Sent: ${sent}. The mail server did not take ${failed}: run it again.\n`);
  } finally {
    carrier.close();
  }
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(text: string, code = 1): number {
  process.stderr.write(text);
  return code;
}
