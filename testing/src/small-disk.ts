import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** As large as what a file system gives away at once, last. */
const STEPS = [1 << 20, 1 << 16, 1 << 12];

export interface SmallDisk extends AsyncDisposable {
  /** Leaves no room; to be done again for what has been given back since. */
  fill(): Promise<void>;
  /** Gives the room back. */
  free(): Promise<void>;
}

/** Puts a disk of its own, in memory, at a folder: so small that a test can fill it. Only where `mayMount` says so. */
export async function smallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  const filler = path.join(folder, 'filler');
  return {
    async fill() {
      await using file = await open(filler, 'a');
      for (const size of STEPS) await writeUntilFull(() => file.write(Buffer.alloc(size)));
    },
    free: () => rm(filler, { force: true }),
    // Lazily: a server that a failed test left may still be in it.
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', folder]);
    },
  };
}

async function writeUntilFull(write: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
