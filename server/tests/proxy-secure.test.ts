/** The configuration that HAProxy's file proposes for installations with a certificate. */
import { findHaproxy, startProxy } from '@herenow/testing/haproxy';
import { person } from '@herenow/testing/people';
import { endProcess, freePort } from '@herenow/testing/server-process';
import { startApp } from '@herenow/testing/start-app';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

test.skipIf(!findHaproxy())(
  'pages come by HTTP/2, and sockets open beside them (skipped without HAProxy)',
  async () => {
    await using undo = new AsyncDisposableStack();
    const { path: folder } = undo.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-proxy-')));
    const app = undo.use(await startApp());
    const port = await freePort();
    const proxy = await startProxy(folder, { port, nodes: [app.port], mailPort: app.port, secure: true });
    undo.defer(() => endProcess(proxy.child, 'SIGKILL'));

    const spoken = () =>
      new Promise<unknown>((resolve) => {
        const session = connect(`https://localhost:${port}`, { rejectUnauthorized: false });
        session.on('error', resolve).on('close', resolve);
        const request = session.request({ ':path': '/docs/api' }).on('error', resolve);
        request.on('response', ({ ':status': status }) => {
          resolve([session.alpnProtocol, status]);
          session.destroy();
        });
      });
    await expect.poll(spoken).toEqual(['h2', 200]);

    const ada = await person(app, 'ada');
    const socket = new WebSocket(`wss://localhost:${port}/ws?token=${ada.token}`, 'v12.stomp', {
      rejectUnauthorized: false,
    });
    await once(socket, 'open');
    socket.close();
  },
);
