import { startCluster } from '@herenow/testing/cluster';
import { ensureWebBuilt } from './web-build.ts';

await ensureWebBuilt();
console.log('Starting PostgreSQL, NATS, an object store, a mail sink, three nodes and HAProxy …');
const cluster = await startCluster({ port: Number(process.env['PORT'] ?? 3000) });
for (const [what, where] of cluster.addresses) console.log(`${what.padEnd(22)}${where}`);
console.log('Ctrl-C ends and removes all of it.');

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (ending) return;
    ending = true;
    void cluster[Symbol.asyncDispose]().then(() => process.exit(0));
  });
