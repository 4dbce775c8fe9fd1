import { randomUUID } from 'node:crypto';
import { v5, v7 } from 'uuid';

/** Returns a time-ordered UUID (version 7). */
export const newId = (): string => v7();

/** Returns a random UUID (version 4) for what others see: a time-ordered one would reveal when it was made. */
export const newSilentId = (): string => randomUUID();

/** Returns a UUID (version 5) for what a user calls by a name: the same each time, and never that of another user. */
export const idNamed = (name: string, userId: string): string => v5(name, userId);

export const ID_BYTES = 16;

export const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
