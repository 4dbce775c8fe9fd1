import { startEmbedded } from '@herenow/postgres/embedded';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createNodes, endProcess, nodeFolder, untilReady, type NodeEngines } from './cluster-nodes.ts';
import { startProxy } from './haproxy.ts';
import { mayMount } from './mounts.ts';
import { startNats, type NatsServer } from './nats-server.ts';
import { startObjectStore } from './object-store.ts';
import { freePort, type RunningServer } from './server-process.ts';
import { smallDisk, type SmallDisk } from './small-disk.ts';
import { startSmtpSink } from './smtp-sink.ts';

const NODES = 3;
const SILENT = { info() {}, warn() {}, error() {} };
const DATABASE_MB = 700;
const NODE_MB = 8;

export interface Cluster extends RunningServer {
  /** What runs where, to be shown. */
  addresses: [what: string, where: string][];
  /** Of the database, for its superuser, past whatever lies between it and the nodes. */
  adminUrl: string;
  /** Ends PostgreSQL without a warning; it is brought back at once. */
  killDatabase(): Promise<void>;
  /** The servers of the bus. */
  nats: NatsServer[];
  /** Ends one node, of those from 0 on, and waits until it is gone. */
  endNode(index: number, signal: NodeJS.Signals): Promise<void>;
  /** Starts it again, with more in its environment if need be, and waits until it is ready. */
  startNode(index: number, environment?: NodeJS.ProcessEnv): Promise<void>;
  /** The nodes that have ended. */
  endedNodes(): number[];
  /** Of PostgreSQL, and of the first node; undefined where this machine gives out none. */
  disks: { database: SmallDisk; node: SmallDisk } | undefined;
}

/** Where the engines are. */
export interface Engines extends Omit<NodeEngines, 'natsUrl'> {
  natsUrls: string[];
}

export interface ClusterOptions {
  /** Of the proxy; 0 for a free one. */
  port?: number;
  /** May put something between a node, of those from 0 on, and its engines. */
  between?: (engines: Engines, node: number) => Promise<NodeEngines>;
  /** Puts data on disks that can be filled, and keeps what is committed over a crash of PostgreSQL. */
  breakable?: boolean;
}

/**
 * Three nodes behind HAProxy on PostgreSQL, three NATS servers, an S3-compatible store and an SMTP sink, all on free
 * ports of this machine. What the sink took is at /dev/mailbox.json of the proxy, where one node alone would show it.
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
  // Servers advertise no others to their clients, which would otherwise bypass the breakable line.
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

/** The routes between the servers pass on what one of them receives. */
const oneServerEach = ({ natsUrls, ...engines }: Engines, node: number): Promise<NodeEngines> =>
  Promise.resolve({ ...engines, natsUrl: natsUrls[node]! });

/** As a server on another machine is reached. */
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
