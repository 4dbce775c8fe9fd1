/** What users get through the proxy while no node is ready. */
import { login } from '@herenow/contract/accounts';
import { cuttableLine } from '@herenow/testing/cuttable-line';
import { findHaproxy, startProxy } from '@herenow/testing/haproxy';
import { api, PASSWORD } from '@herenow/testing/people';
import { endProcess, freePort } from '@herenow/testing/server-process';
import { startApp } from '@herenow/testing/start-app';
import { createTestDatabase } from '@herenow/testing/test-database';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const LOOKS = 4;

test.skipIf(!findHaproxy())(
  'while the database is away HAProxy lets the nodes say so, with a time to come again (skipped without HAProxy)',
  async () => {
    await using undo = new AsyncDisposableStack();
    const { path: folder } = undo.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-proxy-')));
    const database = undo.use(await createTestDatabase());
    const { host } = new URL(database.url);
    const line = undo.use(await cuttableLine(host));
    const overTcp = new URL(database.url.replace(host, line.host));
    overTcp.search = '';
    const app = undo.use(await startApp({ databaseUrl: overTcp.href }));
    const port = await freePort();
    const proxy = await startProxy(folder, { port, nodes: [app.port], mailPort: app.port });
    undo.defer(() => endProcess(proxy.child, 'SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    const signIn = () => api({ url }, login, { body: { email: 'ada@example.org', password: PASSWORD } });
    const status = () =>
      signIn().then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status).toBe(401);

    line.cut();
    let looks = 0;
    app.server.on('request', (request) => (looks += Number(request.url === '/readyz')));
    await expect.poll(() => looks).toBeGreaterThan(LOOKS);
    const answer = await signIn();
    expect([answer.status, answer.text, answer.headers.get('retry-after')]).toEqual([
      503,
      'Herenow isn’t available right now. Please try again in a moment.',
      '2',
    ]);
    expect((await fetch(`${url}/docs/api`)).status).toBe(200);
    line.mend();
    await expect.poll(status).toBe(401);
  },
);
