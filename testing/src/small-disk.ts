import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Sizes of the writes that fill the disk; the last is a file system's block. */
const STEPS = [1 << 20, 1 << 16, 1 << 12];

export interface SmallDisk extends AsyncDisposable {
  /** Fills the disk; call it again if something was deleted since. */
  fill(): Promise<void>;
  /** Frees the space again. */
  free(): Promise<void>;
}

/** Mounts a disk in memory at a folder, so small that a test can fill it. Only if `mayMount` allows it. */
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
    // Lazily: a server left by a failed test may still use it.
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
