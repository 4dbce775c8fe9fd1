import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './problem.ts';

const run = promisify(execFile);
const USER = 'postgres';

/** The operating system user that runs PostgreSQL, which refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
  /** The capability that lets this user enter closed folders, if any are closed. */
  capability?: string;
}

/**
 * Returns the account that PostgreSQL runs as; undefined: the user of this process. For root it is the owner of the
 * data, or of the folder they will be in, otherwise the user `postgres`, created if missing.
 */
export async function findAccount(data: string, dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = await chooseAccount(data, dataDir);
  if (await mayBecome(account)) return account;
  throw new EmbeddedPostgresError(
    'The embedded database cannot run as root, and this root may not start it as another user: it lacks the ' +
      'capabilities SETUID and SETGID, as in a container that drops all of them. Start {program} as an ordinary ' +
      'user (in a container with "--user 1000"), or {setServer}.',
  );
}

async function chooseAccount(data: string, dataDir: string): Promise<Account> {
  const owner = await ownerOf(data);
  if (owner) return owner;
  const neighbour = await ownerOf(dataDir);
  // Only a user with a name can create the data. A folder mounted into a container often belongs to an id without one.
  if (neighbour && (await lookUp(neighbour.uid))) return neighbour;
  return (await lookUp(USER)) ?? (await createUser());
}

async function mayBecome({ uid, gid }: Account): Promise<boolean> {
  try {
    await run('true', [], { uid, gid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

async function ownerOf(folder: string): Promise<Account | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function lookUp(user: string | number): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, String(user)])).stdout)),
    );
    return { uid: uid!, gid: gid! };
  } catch {
    return undefined;
  }
}

async function createUser(): Promise<Account> {
  let reason: unknown;
  try {
    // root's PATH may lack the folder of the administrators' commands.
    const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
    const options = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false'];
    await run('useradd', [...options, USER], { env });
  } catch (error) {
    reason = error;
  }
  const account = await lookUp(USER);
  if (account) return account;
  throw new EmbeddedPostgresError(
    `The embedded database cannot run as root, and the user "${USER}" could not be made for it. ` +
      'Start {program} as an ordinary user, or {setServer}.',
    { cause: reason },
  );
}

/** Returns the first folder on the way to one of `folders`, inclusive, that the account may not enter. */
async function firstClosedFolder(account: Account, folders: string[]): Promise<string | undefined> {
  const steps = folders.flatMap((folder) => {
    const parts = path.resolve(folder).split(path.sep).slice(1);
    return parts.map((_, index) => path.sep + parts.slice(0, index + 1).join(path.sep));
  });
  const script = 'for step; do cd "$step" 2>/dev/null || { echo "$step"; exit 0; }; done';
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...new Set(steps)], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
  });
  return stdout.trim() || undefined;
}

/**
 * Returns the command prefix that gives programs the clock of this process, if libfaketime moves it. The prefix
 * itself runs as their user.
 */
function movedClock(): string[] {
  const { LD_PRELOAD: library, FAKETIME: moved } = process.env;
  return library && moved ? ['env', `LD_PRELOAD=${library}`, `FAKETIME=${moved}`] : [];
}

/** Returns a command to be run by the account, with our clock: program, arguments and options for `spawn`. */
export function commandFor(account: Account | undefined, wanted: string, wantedArgs: string[]) {
  const [program, ...args] = [...movedClock(), wanted, ...wantedArgs] as [string, ...string[]];
  if (!account) return { program, args, identity: {} };
  const { uid, gid, capability } = account;
  if (!capability) return { program, args, identity: { uid, gid } };
  const only = `-all,+${capability}`;
  return {
    program: 'setpriv',
    args: [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      // Without it, the system ignores capabilities when a program checks whether it may use a file, as PostgreSQL
      // does for its own programs, although the access itself would work.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${only}`,
      `--ambient-caps=${only}`,
      `--bounding-set=${only}`,
      '--',
      program,
      ...args,
    ],
    identity: {},
  };
}

/**
 * Returns the account, able to enter `folders`. On fresh machines, the clone is often in root's own closed home.
 * Instead of opening that home to everyone, this grants the one capability that passes closed folders.
 */
export async function admit(account: Account, folders: string[]): Promise<Account> {
  const closed = await firstClosedFolder(account, folders);
  if (!closed) return account;
  // The first is enough; containers often hold only the second.
  for (const capability of ['dac_read_search', 'dac_override']) {
    const candidate = { ...account, capability };
    const { program, args } = commandFor(candidate, '/bin/sh', ['-c', 'cd "$1"', 'sh', folders[0]!]);
    const passes = await run(program, args, { cwd: '/' }).then(
      () => true,
      () => false,
    );
    if (passes) return candidate;
  }
  throw new EmbeddedPostgresError(
    `The embedded database cannot run as root, and the user it runs as instead may not enter ${closed}. ` +
      `Allow it with "chmod o+x ${closed}", start {program} as an ordinary user, ` +
      '{setFolder}, or {setServer}.',
  );
}
