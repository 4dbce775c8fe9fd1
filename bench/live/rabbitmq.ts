/** Starts RabbitMQ with Web-STOMP, with its own folder and ports. */
import { freePort } from '@herenow/testing/server-process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { residentKb, type Peer } from './peer.ts';

/** RabbitMQ's own script, which runs as the current user; Debian's wrapper insists on the user `rabbitmq`. */
const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const START_SECONDS = 60;

export const RABBITMQ_MISSING = 'not measured: RabbitMQ is missing (apt-get install rabbitmq-server)';

export const hasRabbitMq = () => existsSync(PROGRAM);

export async function startRabbitMq(): Promise<Peer> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'herenow-bench-rabbitmq-'));
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const [port = 0, node = 0, distribution = 0, epmd = 0] = await Promise.all(
    Array.from({ length: 4 }, freePort),
  );
  const child = spawn(PROGRAM, {
    env: await environment(folder, { port, node, distribution, epmd }),
    detached: true,
    stdio: 'ignore',
  });
  undo.defer(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGKILL');
      await once(child, 'exit');
    }
    await stopEpmd(epmd);
  });
  await listens(port, START_SECONDS);
  const pid = await erlangPid(folder);
  const resources = undo.move();
  return {
    port,
    pid,
    memory: async () => ({ resident: residentKb(pid) }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function environment(
  folder: string,
  ports: { port: number; node: number; distribution: number; epmd: number },
) {
  const file = (name: string) => path.join(folder, name);
  await mkdir(file('home'));
  await writeFile(file('plugins'), '[rabbitmq_web_stomp].\n');
  await writeFile(
    file('rabbitmq.conf'),
    `listeners.tcp.1 = 127.0.0.1:${ports.node}\nstomp.listeners.tcp = none\n` +
      `web_stomp.tcp.ip = 127.0.0.1\nweb_stomp.tcp.port = ${ports.port}\n` +
      'web_stomp.tcp.backlog = 1024\nlog.file.level = error\n',
  );
  return {
    PATH: process.env.PATH,
    HOME: file('home'),
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `bench${ports.node}@localhost`,
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: file('mnesia'),
    RABBITMQ_LOG_BASE: file('log'),
    RABBITMQ_PID_FILE: file('pid'),
    RABBITMQ_CONFIG_FILE: file('rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: file('plugins'),
  };
}

async function listens(port: number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await delay(200);
  }
  throw new Error(`RabbitMQ did not listen within ${seconds} s.`);
}

const erlangPid = async (folder: string) => Number(await readFile(path.join(folder, 'pid'), 'utf8'));

/**
 * Stops Erlang's name server, which outlives its node. Ours has its own port, so that no other program needs it. It
 * refuses to end until it has noticed that its node is gone, hence the retries.
 */
async function stopEpmd(port: number): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const child = spawn('epmd', ['-port', String(port), '-kill'], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return;
    await delay(100);
  }
}
