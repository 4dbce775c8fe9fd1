import { startEmbedded } from '@herenow/postgres/embedded';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startNats, type NatsServer } from './nats-server.ts';
import { startObjectStore } from './object-store.ts';
import { freePort, type RunningServer } from './server-process.ts';
import { startSmtpSink } from './smtp-sink.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NODES = 3;
const SILENT = { info() {}, warn() {}, error() {} };
const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;

export interface Cluster extends RunningServer {
  /** What runs where, to be shown. */
  addresses: [what: string, where: string][];
  /** The servers of the bus; a node that loses one goes to another by itself. */
  nats: NatsServer[];
  /** Ends one node, of those from 0 on, and waits until it is gone. */
  endNode(index: number, signal: NodeJS.Signals): Promise<void>;
  /** Starts it again, and waits until it is ready. */
  startNode(index: number): Promise<void>;
}

/** Where the nodes reach what they stand on. */
export interface Engines {
  databaseUrl: string;
  natsUrls: string[];
  photosUrl: string;
  mailUrl: string;
}

/**
 * Three nodes behind HAProxy on PostgreSQL, three NATS servers, an S3-compatible store and an SMTP sink, all on free
 * ports of this machine. What the sink took is at /dev/mailbox.json of the proxy, where one node alone would show it.
 * @param port Of the proxy; 0 for a free one.
 * @param between May put something between the nodes and their engines.
 */
export async function startCluster(
  port = 0,
  between: (engines: Engines) => Promise<Engines> = (engines) => Promise.resolve(engines),
): Promise<Cluster> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'herenow-cluster-'));
  await chmod(folder, 0o755);
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const database = undo.use(
    await startEmbedded({ dataDir: folder, name: 'herenow', log: SILENT, fsync: false }),
  );
  const nats = await startNatsCluster();
  for (const server of nats) undo.use(server);
  const store = undo.use(await startObjectStore());
  const sink = undo.use(await startSmtpSink());
  const engines: Engines = {
    databaseUrl: overTcp(database.connectionString),
    natsUrls: nats.map(({ url }) => url),
    photosUrl: `http://KEY:SECRET@${store.host}/photos`,
    mailUrl: sink.url,
  };
  const proxyPort = port === 0 ? await freePort() : port;
  const baseURL = `http://localhost:${proxyPort}`;
  const nodes = await startNodes(folder, baseURL, await between(engines));
  undo.defer(() => nodes.stop());
  const proxy = await startProxy(folder, proxyPort, nodes.ports, sink.webPort);
  undo.defer(() => endProcess(proxy, 'SIGTERM'));
  const whole = async () => {
    await nodes.start();
    await untilReady(baseURL, () => nodes.output());
  };
  await whole();

  const resources = undo.move();
  return {
    baseURL,
    dataDir: folder,
    start: whole,
    stop: nodes.stop,
    kill9: () => nodes.stop('SIGKILL'),
    restart: async () => {
      await nodes.stop();
      await whole();
    },
    output: nodes.output,
    nats,
    endNode: nodes.endOne,
    startNode: nodes.startOne,
    addresses: [
      ['the app', baseURL],
      ['mails that were sent', `${baseURL}/dev/mailbox.json`],
      ...nodes.ports.map((nodePort, index): [string, string] => [
        `node ${index + 1}`,
        `http://localhost:${nodePort}`,
      ]),
      ['PostgreSQL', engines.databaseUrl],
      ['NATS', engines.natsUrls.join(', ')],
      ['photos', engines.photosUrl],
    ],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** As a server on another machine is reached. */
function overTcp(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.search = '';
  return url.href;
}

async function startNatsCluster() {
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
  return await Promise.all(
    ports.map((port) =>
      startNats('--cluster_name', 'herenow', '--cluster', `nats://127.0.0.1:${port}`, '--routes', routes),
    ),
  );
}

async function startNodes(folder: string, baseURL: string, engines: Engines) {
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  let children: ChildProcess[] = [];
  let output = '';

  function startNode(port: number, index: number): ChildProcess {
    const child = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: baseURL,
        TRUST_PROXY: '1',
        DATA_DIR: path.join(folder, `node-${index + 1}`),
        DATABASE_URL: engines.databaseUrl,
        // One server for each node: what one of them is told, the routes between them carry on.
        NATS_URL: engines.natsUrls[index],
        PHOTOS_URL: engines.photosUrl,
        MAIL_URL: engines.mailUrl,
        TOKEN_SECRET: 'the same at all nodes of this cluster',
        NODE_ENV: 'test',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
    return child;
  }

  return {
    ports,
    output: () => output,
    async start(): Promise<void> {
      children = ports.map(startNode);
      await Promise.all(ports.map((port) => untilReady(`http://127.0.0.1:${port}`, () => output)));
    },
    endOne: (index: number, signal: NodeJS.Signals) => endProcess(children[index]!, signal),
    async startOne(index: number): Promise<void> {
      const nodePort = ports[index]!;
      children[index] = startNode(nodePort, index);
      await untilReady(`http://127.0.0.1:${nodePort}`, () => output);
    },
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      await Promise.all(children.map((child) => endProcess(child, signal)));
    },
  };
}

async function startProxy(folder: string, port: number, nodes: number[], mailPort: number) {
  const file = path.join(folder, 'haproxy.cfg');
  await mkdir(folder, { recursive: true });
  const servers = nodes.map((node, index) => `  server node${index + 1} 127.0.0.1:${node}`);
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 3s
  option forwardfor
  option redispatch 1
  retries 5
  retry-on conn-failure
frontend people
  bind :${port}
  use_backend mails if { path_beg /dev/mailbox }
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${servers.join('\n')}
backend mails
  server sink 127.0.0.1:${mailPort}
`,
  );
  const child = spawn(findHaproxy(), ['-f', file, '-db'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

function findHaproxy(): string {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const find = () => folders.map((folder) => path.join(folder, 'haproxy')).find((file) => existsSync(file));
  const there = find();
  if (there) return there;
  const hint = 'HAProxy is needed for a cluster: apt-get install -y haproxy';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(hint);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'haproxy'], options);
  const made = find();
  if (!made) throw new Error(hint);
  return made;
}

async function untilReady(url: string, output: () => string): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(50)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
  }
  throw new Error(`${url} is not ready in time:\n${output()}`);
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(late);
}
