import { existsSync } from 'node:fs';

/** Where Debian and its relatives put it. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

/** The library by which a process is given another clock (`LD_PRELOAD`); undefined where it is not installed. */
export const fakeTimeLibrary = (): string | undefined => LIBRARIES.find((file) => existsSync(file));
