import { makeCrowdedTown, type CrowdedTown } from '@herenow/testing/crowded-town';
import { startProxy } from '@herenow/testing/haproxy';
import { endProcess, freePort, startServer } from '@herenow/testing/server-process';
import { mkdtempDisposable } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureWebBuilt } from '../../scripts/web-build.ts';
import { storedPictures } from './photographs.ts';

const PICTURES = 8;

export interface Town extends CrowdedTown, AsyncDisposable {
  baseURL: string;
  /** The server itself, without a proxy before it. */
  nodeURL: string;
}

interface Size {
  people: number;
  messages: number;
}

/**
 * Starts the real server as a separate process, with this many people in the feed and messages in a chat.
 * @param secure Puts HAProxy before it, with TLS and HTTP/2, as in production.
 */
export async function startTown(size: Size, { secure = false } = {}): Promise<Town> {
  await ensureWebBuilt();
  const pictures = await storedPictures(PICTURES);
  await using undo = new AsyncDisposableStack();
  const front = secure ? await freePort() : undefined;
  const server = undo.use(await startServer(front ? behind(front) : {}));
  await server.stop();
  const town = await makeCrowdedTown(server.dataDir, { ...size, pictures });
  await server.start();
  if (front) {
    const { path: folder } = undo.use(await mkdtempDisposable(path.join(os.tmpdir(), 'herenow-front-')));
    const node = Number(new URL(server.baseURL).port);
    const proxy = await startProxy(folder, { port: front, nodes: [node], mailPort: node, secure });
    undo.defer(() => endProcess(proxy.child, 'SIGTERM'));
  }
  const resources = undo.move();
  const baseURL = front ? publicUrl(front) : server.baseURL;
  return { ...town, baseURL, nodeURL: server.baseURL, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const publicUrl = (port: number) => `https://localhost:${port}`;

const behind = (port: number) => ({ PUBLIC_URL: publicUrl(port), TRUST_PROXY: '1' });
