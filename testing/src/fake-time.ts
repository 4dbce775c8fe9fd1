import { existsSync } from 'node:fs';

/** Where Debian and its relatives put it. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

/** The library by which a process is given another clock (`LD_PRELOAD`); undefined where it is not installed. */
export const fakeTimeLibrary = (): string | undefined => LIBRARIES.find((file) => existsSync(file));

/** Runs a task that starts processes by the true clock, also where that of this process is moved. */
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
