/** A process with the product's HTTP set-up and one route that only responds, with a body of a given length. */
import { createHttpServer } from '../../server/src/http/server.ts';
import { createLog } from '../../server/src/lib/log.ts';
import type { AddressInfo } from 'node:net';

const [bytes = '0'] = process.argv.slice(2);
const http = await createHttpServer({
  log: createLog('info'),
  trustProxy: false,
  publicUrl: 'http://localhost',
});
const payload = JSON.stringify('x'.repeat(Math.max(0, Number(bytes) - 2)));
http.post('/api/empty', async (_request, reply) => reply.type('application/json').send(payload));
await http.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready on ${(http.server.address() as AddressInfo).port}`);
