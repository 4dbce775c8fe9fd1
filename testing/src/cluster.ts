import { startEmbedded } from '@herenow/postgres/embedded';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createNodes, nodeFolder, type NodeEngines } from './cluster-nodes.ts';
import { startProxy } from './haproxy.ts';
import { mayMount } from './mounts.ts';
import { startNats, type NatsServer } from './nats-server.ts';
import { startObjectStore } from './object-store.ts';
import { endProcess, freePort, untilReady, type RunningServer } from './server-process.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';
import { startSmtpSink } from './smtp-sink.ts';

const NODES = 3;
const SILENT = { info() {}, warn() {}, error() {} };
const DATABASE_MB = 700;
const NODE_MB = 8;

export interface Cluster extends RunningServer {
  /** Lines for the terminal that say what runs where. */
  addresses: [what: string, where: string][];
  /** URL of the database for its superuser, bypassing any proxy between it and the nodes. */
  adminUrl: string;
  /** Kills PostgreSQL and starts it again at once. */
  killDatabase(): Promise<void>;
  nats: NatsServer[];
  /** Ends a node (counted from 0) and waits until its process is gone. */
  endNode(index: number, signal: NodeJS.Signals): Promise<void>;
  /** Starts an ended node, with more variables in its environment if given, and waits until it is ready. */
  startNode(index: number, environment?: NodeJS.ProcessEnv): Promise<void>;
  endedNodes(): number[];
  /** The small disks of PostgreSQL and of the first node; undefined where this process may not mount any. */
  disks: { database: SmallDisk; node: SmallDisk } | undefined;
}

/** Addresses of the engines. */
export interface Engines extends Omit<NodeEngines, 'natsUrl'> {
  natsUrls: string[];
}

export interface ClusterOptions {
  /** Port of the proxy; 0 for any free one. */
  port?: number;
  /** May put a proxy between a node (counted from 0) and its engines. */
  between?: (engines: Engines, node: number) => Promise<NodeEngines>;
  /** Puts data on small disks that a test can fill, and keeps committed data across a crash of PostgreSQL. */
  breakable?: boolean;
}

/**
 * Three nodes behind HAProxy on PostgreSQL, three NATS servers, an S3-compatible store and an SMTP sink, all on free
 * ports of this machine. The proxy serves the mails of the sink at /dev/mailbox.json, as a single node would.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { port = 0, between = oneServerEach, breakable = false } = options;
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'herenow-cluster-'));
  await chmod(folder, 0o755);
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const databaseFolder = path.join(folder, 'database');
  const disks =
    breakable && (await mayMount())
      ? {
          database: undo.use(await smallDisk(databaseFolder, DATABASE_MB)),
          node: undo.use(await smallDisk(nodeFolder(folder, 0), NODE_MB)),
        }
      : undefined;
  const database = undo.use(
    await startEmbedded({ dataDir: databaseFolder, name: 'herenow', log: SILENT, fsync: breakable }),
  );
  // Servers advertise no other servers to clients, which would otherwise bypass the cuttable proxy.
  const nats = await startNatsCluster(breakable ? ['--no_advertise'] : []);
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
  const each = await Promise.all(Array.from({ length: NODES }, (_, node) => between(engines, node)));
  const nodes = await createNodes(folder, baseURL, each);
  undo.defer(() => nodes.stop());
  const proxy = await startProxy(folder, { port: proxyPort, nodes: nodes.ports, mailPort: sink.webPort });
  undo.defer(() => endProcess(proxy.child, 'SIGTERM'));
  const whole = async () => {
    await nodes.start();
    await untilReady(baseURL, () => proxy.output() + nodes.output());
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
    adminUrl: new URL('/herenow', database.adminConnectionString).href,
    killDatabase: () => killPostmaster(databaseFolder),
    nats,
    endNode: nodes.endOne,
    startNode: nodes.startOne,
    endedNodes: nodes.ended,
    disks,
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

/** Gives each node a NATS server of its own; the servers forward messages to each other. */
const oneServerEach = ({ natsUrls, ...engines }: Engines, node: number): Promise<NodeEngines> =>
  Promise.resolve({ ...engines, natsUrl: natsUrls[node]! });

/** The URL as for a server on another machine. */
function overTcp(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.search = '';
  return url.href;
}

async function killPostmaster(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postgres/data/postmaster.pid');
  process.kill(Number((await readFile(file, 'utf8')).split('\n')[0]), 'SIGKILL');
}

async function startNatsCluster(more: string[]) {
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
  return await Promise.all(
    ports.map((port) =>
      startNats(
        '--cluster_name',
        'herenow',
        '--cluster',
        `nats://127.0.0.1:${port}`,
        '--routes',
        routes,
        ...more,
      ),
    ),
  );
}
