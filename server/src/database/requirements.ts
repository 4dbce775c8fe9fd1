import type pg from 'pg';
import { StartError } from '../lib/start-error.ts';
import { inTransactionOn } from './transaction.ts';

const OLDEST_MAJOR = 15;
const EXTENSIONS = ['cube', 'btree_gist'];
/** Keeps nodes that start at the same time from creating the same extension twice. */
const LOCK = 4_730_002;

/** Returns what is wrong with a server of this `server_version_num`; undefined: nothing. */
export function versionProblem(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST_MAJOR) return undefined;
  return (
    `The database server is PostgreSQL ${major}; Herenow needs ${OLDEST_MAJOR} or newer. ` +
    'Upgrade it, or start without DATABASE_URL to use the embedded one.'
  );
}

interface Server {
  version: number;
  encoding: string;
  /** Whether it is a standby or set to read-only. */
  readOnly: boolean;
  /** Whether its user may create missing tables, and the schema of the job queue. */
  mayMake: boolean;
  user: string;
  database: string;
}

const LOOK = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readOnly",
  (to_regclass('schema_migrations') IS NOT NULL OR coalesce(has_schema_privilege(current_schema(), 'CREATE'), false))
    AND (to_regnamespace('pgboss') IS NOT NULL OR has_database_privilege(current_database(), 'CREATE')) AS "mayMake",
  quote_ident(current_user) AS "user", quote_ident(current_database()) AS database`;

/** Returns what keeps Herenow from writing to a server; undefined: nothing. */
function changeProblem({ readOnly, mayMake, user, database }: Server): string | undefined {
  if (readOnly)
    return (
      'The database server takes no changes: it is a standby, or default_transaction_read_only is on. ' +
      'Let DATABASE_URL lead to the primary.'
    );
  if (mayMake) return undefined;
  return (
    `The database user ${user} may not make tables in the database ${database}. ` +
    `Let an administrator run ALTER DATABASE ${database} OWNER TO ${user}; once.`
  );
}

function encodingProblem({ encoding, database }: Server): string | undefined {
  if (encoding === 'UTF8') return undefined;
  return (
    `The database ${database} has the encoding ${encoding}, which has no room for what people write. Make another with ` +
    `CREATE DATABASE ${database} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;`
  );
}

/**
 * Checks the server and creates the extensions. Throws a StartError that says what it lacks. `changes`: whether
 * anything will be written, which needs rights.
 */
export async function meetRequirements(
  client: pg.ClientBase,
  { changes }: { changes: boolean },
): Promise<void> {
  const { rows } = await client.query<Server>(LOOK);
  const server = rows[0]!;
  const problem =
    versionProblem(server.version) ??
    encodingProblem(server) ??
    (changes ? changeProblem(server) : undefined);
  if (problem) throw new StartError(problem);
  if (!changes) return;
  await inTransactionOn(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    for (const extension of EXTENSIONS) await ensureExtension(client, extension);
  });
}

async function ensureExtension(client: pg.ClientBase, extension: string): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_extension WHERE extname = $1', [extension]);
  if (found.rows.length > 0) return;
  try {
    await client.query(`CREATE EXTENSION ${extension}`);
  } catch (error) {
    throw new StartError(extensionProblem(extension, error as { code?: string; message: string }), {
      cause: error,
    });
  }
}

function extensionProblem(extension: string, error: { code?: string; message: string }): string {
  if (error.code === '42501')
    return (
      `The database user may not create the extension ${extension}. ` +
      `Let an administrator run CREATE EXTENSION ${extension}; in this database once, ` +
      'or grant the user CREATE on the database.'
    );
  return (
    `The database server has no extension ${extension} (${error.message}). ` +
    'Install the contrib package of its PostgreSQL version.'
  );
}
