/** What a node refuses before its heap is full, which would end it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Fills its heap until everything that may be refused is, and prints what was refused, in that order. */
const FILLING = `
  import fastify from 'fastify';
  import { requireRoom, shedLoad } from './src/http/shedding.ts';
  const http = fastify();
  await shedLoad(http, { pool: { waitingCount: 0 }, onShed() {} });
  for (const shed of ['first', 'late']) http.get('/' + shed, { config: { shed } }, async () => 'ok');
  const asks = {
    first: async () => (await http.inject('/first')).statusCode,
    late: async () => (await http.inject('/late')).statusCode,
    socket: async () => requireRoom() ?? 200,
  };
  const refused = new Set();
  for (const held = []; refused.size < 3; held.push(new Array(131_072).fill(0.5)))
    for (const [name, ask] of Object.entries(asks))
      if ((await ask().catch(({ status }) => status)) !== 200) refused.add(name);
  console.log([...refused].join(' '));
  process.exit();
`;

test.each([256, 512])('with %i MB a node refuses calls, then sockets, and lives', async (megabytes) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${megabytes}`, '--input-type=module', '--eval', FILLING],
    { cwd: fileURLToPath(new URL('..', import.meta.url)) },
  );
  expect(stdout.trim()).toBe('first late socket');
});
