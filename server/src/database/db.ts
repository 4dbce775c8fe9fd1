import type { Kysely } from 'kysely';

/** Runs statements: the pool, or an open transaction. */
export type Db = Pick<Kysely<unknown>, 'getExecutor'>;
