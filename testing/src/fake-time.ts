import { existsSync } from 'node:fs';

/** Paths of libfaketime on Debian and its derivatives. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

/** Path of libfaketime, which gives a process another clock by `LD_PRELOAD`; undefined if not installed. */
export const fakeTimeLibrary = (): string | undefined => LIBRARIES.find((file) => existsSync(file));

/** Runs a task whose child processes use the real clock, even if this process has a moved one. */
export async function byTrueClock<T>(task: () => Promise<T>): Promise<T> {
  const { FAKETIME: moved } = process.env;
  if (moved === undefined) return await task();
  delete process.env.FAKETIME;
  try {
    return await task();
  } finally {
    process.env.FAKETIME = moved;
  }
}
