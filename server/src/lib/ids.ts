import { DAY_MS } from '@herenow/contract/constants';
import { v7 } from 'uuid';

/** Returns a time-ordered UUID (version 7). */
export const newId = (): string => v7();

/** Returns whether an account is younger than a day, by its id, which contains the system’s time. */
export const isNewAccount = (userId: string): boolean =>
  Date.now() - Number.parseInt(userId.replace('-', '').slice(0, 12), 16) < DAY_MS;

export const ID_BYTES = 16;

export const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
