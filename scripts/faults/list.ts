import type { Cluster } from '@herenow/testing/cluster';
import { fakeTimeLibrary } from '@herenow/testing/fake-time';
import type { SmallDisk } from '@herenow/testing/small-disk';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { NodeLines } from './lines.ts';

const FAULT_MS = 20_000;
const AGAIN_MS = 1000;
const BACKEND_MS = 200;

export interface Fault {
  name: string;
  run(): Promise<void>;
  /**
   * What must not be affected, besides what holds for every fault: nothing lost, doubled or misdated, nobody signed
   * out.
   */
  spares: ('requests' | 'sockets')[];
}

interface Things {
  cluster: Cluster;
  lines: readonly NodeLines[];
  admin: pg.Pool;
}

/** Lists the faults and what each should spare. */
export function listFaults(things: Things): Fault[] {
  return [
    { name: 'nothing', spares: ['requests', 'sockets'], run: () => delay(FAULT_MS / 2) },
    ...nodeFaults(things),
    ...databaseFaults(things),
    ...busFaults(things),
    ...diskFaults(things),
    ...clockFaults(things),
    {
      name: 'photo store and mail hang, 20 s',
      spares: ['requests', 'sockets'],
      run: () =>
        whileBroken(
          things.lines.flatMap(({ photos, mail }) => [photos, mail]),
          'freeze',
        ),
    },
  ];
}

async function restart(cluster: Cluster, node: number, signal: NodeJS.Signals, env?: NodeJS.ProcessEnv) {
  await cluster.endNode(node, signal);
  await cluster.startNode(node, env);
}

function nodeFaults({ cluster }: Things): Fault[] {
  return [
    {
      name: 'a node killed (-9), started again',
      spares: [],
      run: () => restart(cluster, 0, 'SIGKILL'),
    },
    {
      name: 'a node stopped (SIGTERM), started again',
      spares: ['requests'],
      run: () => restart(cluster, 1, 'SIGTERM'),
    },
    {
      name: 'all nodes, one after the other',
      spares: ['requests'],
      async run() {
        for (const node of [0, 1, 2]) await restart(cluster, node, 'SIGTERM');
      },
    },
  ];
}

function databaseFaults({ cluster, lines, admin }: Things): Fault[] {
  const all = lines.map(({ database }) => database);
  return [
    {
      name: 'every backend of PostgreSQL ended, one after the other',
      spares: ['sockets'],
      async run() {
        for (const pid of await backends(admin)) {
          await admin.query('SELECT pg_terminate_backend($1)', [pid]);
          await delay(BACKEND_MS);
        }
      },
    },
    {
      name: 'a backend of PostgreSQL killed (-9)',
      spares: ['sockets'],
      run: async () => void process.kill((await backends(admin))[0]!, 'SIGKILL'),
    },
    {
      name: 'PostgreSQL killed (-9), away for 20 s',
      spares: ['sockets'],
      async run() {
        await cluster.killDatabase();
        await whileBroken(all, 'cut');
      },
    },
    { name: 'PostgreSQL silent, 20 s', spares: ['sockets'], run: () => whileBroken(all, 'freeze') },
    {
      name: 'one node cut from PostgreSQL, 20 s',
      spares: ['sockets'],
      run: () => whileBroken(all.slice(0, 1), 'cut'),
    },
    {
      name: 'PostgreSQL silent for one node, 20 s',
      spares: ['sockets'],
      run: () => whileBroken(all.slice(1, 2), 'freeze'),
    },
  ];
}

async function backends(admin: pg.Pool): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'herenow' ORDER BY random()`,
  );
  return rows.map(({ pid }) => pid);
}

function busFaults({ cluster: { nats }, lines }: Things): Fault[] {
  const silent = async (servers: typeof nats) => {
    for (const server of servers) server.pause();
    await delay(FAULT_MS);
    for (const server of servers) server.resume();
  };
  return [
    {
      name: 'all three NATS servers killed, 20 s',
      spares: ['requests', 'sockets'],
      async run() {
        await Promise.all(nats.map((server) => server.kill()));
        await delay(FAULT_MS);
        await Promise.all(nats.map((server) => server.restart()));
      },
    },
    {
      name: 'all three NATS servers silent, 20 s',
      spares: ['requests', 'sockets'],
      run: () => silent(nats),
    },
    {
      name: 'the NATS server of a node silent, 20 s',
      spares: ['requests'],
      run: () => silent(nats.filter((_, index) => lines[0]!.nats[index]!.connections > 0)),
    },
    {
      name: 'one node cut from NATS, 20 s',
      spares: ['requests'],
      run: () => whileBroken(lines[2]!.nats, 'cut'),
    },
    {
      name: 'NATS silent for one node, 20 s',
      spares: ['requests'],
      run: () => whileBroken(lines[0]!.nats, 'freeze'),
    },
  ];
}

function diskFaults({ cluster: { disks }, admin }: Things): Fault[] {
  if (!disks) return [];
  return [
    {
      name: 'the disk of PostgreSQL full, 20 s',
      spares: ['sockets'],
      // Rewriting the existing log would take minutes.
      run: () => whileFull(disks.database, () => admin.query('SELECT pg_switch_wal()')),
    },
    {
      name: 'the disk of a node full, 20 s',
      spares: ['requests', 'sockets'],
      run: () => whileFull(disks.node, () => Promise.resolve()),
    },
  ];
}

async function whileFull(disk: SmallDisk, use: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + FAULT_MS; performance.now() < end; await delay(AGAIN_MS)) {
    await disk.fill();
    await use().catch(() => {});
  }
  await disk.free();
}

/** Restarts a node with a fake clock, which is then put forward and back while the node runs. */
function clockFaults({ cluster }: Things): Fault[] {
  const library = fakeTimeLibrary();
  if (!library) return [];
  const file = path.join(cluster.dataDir, 'clock');
  return [
    {
      name: 'the clock of a node ten minutes ahead, then put back, then behind',
      spares: ['requests'],
      async run() {
        await writeFile(file, '+600');
        await restart(cluster, 2, 'SIGTERM', {
          LD_PRELOAD: library,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        });
        for (const offset of ['+600', '+0', '-600']) {
          await writeFile(file, offset);
          await delay(FAULT_MS / 2);
        }
        await restart(cluster, 2, 'SIGTERM');
      },
    },
  ];
}

interface Breakable {
  cut(): void;
  freeze(): void;
  mend(): void;
}

async function whileBroken(things: readonly Breakable[], how: 'cut' | 'freeze'): Promise<void> {
  for (const thing of things) thing[how]();
  await delay(FAULT_MS);
  for (const thing of things) thing.mend();
}
