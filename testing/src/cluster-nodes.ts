import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, freePort, hasEnded, untilReady } from './server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The addresses at which a node reaches its engines. */
export interface NodeEngines {
  databaseUrl: string;
  natsUrl: string;
  photosUrl: string;
  mailUrl: string;
}

/** The data folder of a node; exists once the node has started. */
export const nodeFolder = (folder: string, index: number): string => path.join(folder, `node-${index + 1}`);

/** Nodes of one installation, not started yet; each becomes its own process on a free port. */
export async function createNodes(folder: string, baseURL: string, engines: readonly NodeEngines[]) {
  const ports = await Promise.all(engines.map(freePort));
  const children: ChildProcess[] = [];
  let output = '';

  async function startOne(index: number, environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const { databaseUrl, natsUrl, photosUrl, mailUrl } = engines[index]!;
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(ports[index]),
        HOST: '127.0.0.1',
        PUBLIC_URL: baseURL,
        TRUST_PROXY: '1',
        DATA_DIR: nodeFolder(folder, index),
        DATABASE_URL: databaseUrl,
        NATS_URL: natsUrl,
        PHOTOS_URL: photosUrl,
        MAIL_URL: mailUrl,
        TOKEN_SECRET: 'the same at all nodes of this cluster',
        NODE_ENV: 'test',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children[index] = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
    await untilReady(`http://127.0.0.1:${ports[index]}`, () => output, { ended: () => hasEnded(child) });
  }

  return {
    ports,
    output: () => output,
    /** Starts a node, with more variables in its environment if given, and waits until it is ready. */
    startOne,
    async start(): Promise<void> {
      await Promise.all(ports.map((_, index) => startOne(index)));
    },
    /** Ends a node and waits until its process is gone. */
    endOne: (index: number, signal: NodeJS.Signals) => endProcess(children[index]!, signal),
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      await Promise.all(children.map((child) => endProcess(child, signal)));
    },
    /** The nodes that ended by themselves. */
    ended: () => children.flatMap((child, index) => (hasEnded(child) ? [index] : [])),
  };
}
