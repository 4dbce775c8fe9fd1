import { readConfig } from '../server/src/config.ts';
import { openDatabase } from '../server/src/database/connect.ts';
import { findRunning } from '../server/src/database/embedded.ts';
import { addOperator, listOperators, removeOperator } from '../server/src/features/moderation/index.ts';
import { createLog } from '../server/src/lib/log.ts';

const USAGE = `Says who may see reports and act on them.

  npm run operator -- list
  npm run operator -- add ada@example.org
  npm run operator -- remove ada@example.org

The database is the one of DATABASE_URL, or the embedded one below DATA_DIR, whether or not a server runs on it.
`;

const [verb = '', email = ''] = process.argv.slice(2);

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof Error && error.name === 'StartError')) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  if (verb !== 'list' && !((verb === 'add' || verb === 'remove') && email.includes('@'))) {
    process.stderr.write(USAGE);
    return 2;
  }
  // Of the environment only what leads to the database counts here.
  const { DATABASE_URL, DATA_DIR } = process.env;
  const { databaseUrl, dataDir } = readConfig({ DATABASE_URL, DATA_DIR });
  const url = databaseUrl ?? (await findRunning(dataDir));
  await using database = await openDatabase({
    databaseUrl: url,
    dataDir,
    log: createLog('warn'),
    poolSize: 1,
  });
  const { db } = database;
  if (verb === 'list') {
    const emails = await listOperators(db);
    process.stdout.write(emails.length > 0 ? `${emails.join('\n')}\n` : 'There is no operator yet.\n');
    return 0;
  }
  const done = verb === 'add' ? await addOperator(db, email, new Date()) : await removeOperator(db, email);
  if (done)
    process.stdout.write(`${email} is ${verb === 'add' ? 'an operator now' : 'no operator any more'}.\n`);
  else
    process.stderr.write(
      `Nobody with the email ${email} ${verb === 'add' ? 'is registered' : 'is an operator'}.\n`,
    );
  return done ? 0 : 1;
}
