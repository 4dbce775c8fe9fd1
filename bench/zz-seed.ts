import { startEmbeddedPostgres } from './lib/postgres.ts';
import { BENCH_FOLDER, openWorld } from './world/world.ts';
await using p = await startEmbeddedPostgres(BENCH_FOLDER);
for (const n of process.argv.slice(2)) console.log(await openWorld(p, n as never));
