/**
 * Measures what other users notice while an attacker floods the server: pages of the feed without and with each attack.
 * The node and its database run on one processor; the load and the attackers, these at the lowest priority, on the
 * others. `--seconds=4` for each look; `--only=edits` for attacks whose name contains this.
 */
import { listFeed } from '@herenow/contract/feed';
import { selfSigned } from '@herenow/testing/certificate';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import sharp from 'sharp';
import { cpuOfTree } from './lib/cpu.ts';
import { leaveToServers } from './evening/processor.ts';
import { openTown } from './evening/town.ts';
import { ATTACKS, type AttackName } from './flood/attacks.ts';
import { watchMemory } from './flood/memory.ts';
import { numberOption, textOption } from './lib/options.ts';
import { middleOf } from './lib/percentiles.ts';
import { signInAll } from './lib/signed-in-tokens.ts';
import { printBars, printTable } from './lib/table.ts';
import { postJson } from './live/http-request.ts';
import { startLoad } from './live/load.ts';

const PEOPLE = 2000;
const ATTACKERS = 16;
const FEEDS_PER_SECOND = 100;
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 8;
/** How long an attack runs before it is measured, and how long each check for an idle node takes after it. */
const SETTLE_MS = 2000;
const MOST_LOOKS = 60;
/** The share of a processor below which the node and its picture processes count as idle. */
const CALM_SHARE = 0.1;
const HIDDEN = 18_000;
const MESSAGES = 30_000;
const DEVICES = 10;
const TURNS = 3;
const BARS = { ratio: 3, memory: 400 };

const seconds = numberOption('seconds', 4);
const only = textOption('only') ?? '';
await leaveToServers();

const { key, cert } = selfSigned();
const silent = createServer({ key, cert }, () => {}).listen(0, '127.0.0.1');
await using town = await openTown(PEOPLE, {
  env: {
    BENCH_PUSH_CA: cert,
    // The same settings as in `npm start` and the image.
    NODE_COMPILE_CACHE: path.join(tmpdir(), 'herenow-bench-compiled'),
    MALLOC_ARENA_MAX: '2',
  },
});
const [port, pid] = [town.ports[0]!, town.pids[0]!];
const attacking = town.pairs.slice(0, ATTACKERS);
const others = town.pairs.slice(ATTACKERS);
await fillChat(town.pool, attacking[0]!);
const owners = attacking.flatMap(({ recipient }) => Array<string>(DEVICES).fill(recipient.id));
// Each device is signed in by itself.
const tokens = await signInAll(town.pool, owners);
await using load = startLoad();
await using attackers = startLoad();
await attackers.run('arm', {
  port,
  pairs: attacking,
  strangers: Array.from({ length: HIDDEN }, () => randomUUID()),
  avif: (await hugePicture().avif({ effort: 0, quality: 1 }).toBuffer()).toString('base64'),
  jpeg: (await hugePicture().jpeg().toBuffer()).toString('base64'),
  silentDevices: owners.map((id, at) => ({
    owner: { id, token: tokens[at]! },
    fcmToken: deviceAt(silent.address(), at),
  })),
});

const requests = others.map(({ sender }) => postJson(listFeed.path, { userId: sender.id }, sender.token));
const look = (forSeconds: number) =>
  load.run('http', {
    port,
    requests,
    connections: CONNECTIONS,
    seconds: forSeconds,
    rate: FEEDS_PER_SECOND,
    pushes: false,
  });

/** Measures several times and returns the medians, since other work on the machine may disturb any one look. */
async function looks() {
  const all: Awaited<ReturnType<typeof look>>[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) all.push(await look(seconds));
  const refused = all
    .flatMap(({ statuses }) => Object.entries(statuses))
    .filter(([status]) => status !== '200');
  return {
    p50: middleOf(all.map(({ answered }) => answered.p50)),
    p99: middleOf(all.map(({ answered }) => answered.p99)),
    refused: refused.reduce((sum, [, count]) => sum + count, 0),
  };
}

async function endure(name: AttackName) {
  const without = await looks();
  const memory = watchMemory(pid);
  await attackers.run('attack', name);
  await delay(SETTLE_MS);
  const { result, node, database, others: foreign } = await town.usedBy(looks);
  const came = await attackers.run('cease', undefined);
  const found = { name, without, ...result, node, database, foreign, ...came, memory: memory.end() };
  await calm();
  return { ...found, ratio: result.p99 / without.p99 };
}

/** Waits until the node has finished all work that an attack caused. Throws if it does not come to an end. */
async function calm(): Promise<void> {
  for (let turn = 0; turn < MOST_LOOKS; turn += 1) {
    const used = cpuOfTree(pid);
    await delay(SETTLE_MS);
    if (cpuOfTree(pid) - used < CALM_SHARE * (SETTLE_MS / 1000)) return;
  }
  throw new Error('What the attack began has no end.');
}

await look(WARM_UP_SECONDS);
const rows: Awaited<ReturnType<typeof endure>>[] = [];
const isChosen = (name: string) => only.split(',').some((part) => name.includes(part));
for (const name of (Object.keys(ATTACKS) as AttackName[]).filter(isChosen)) {
  const found = await endure(name);
  rows.push(found);
  const tally = Object.entries(found.tally).map(([what, count]) => `${count} × ${what}`);
  console.log(
    `${name}: feed p99 ${found.without.p99.toFixed(1)} ms without, ${found.p99.toFixed(1)} with it; ` +
      `attackers: ${tally.join(', ')}; load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
}

printTable(
  `Feed pages of ${PEOPLE} visible people, ${FEEDS_PER_SECOND} a second, the middle of ${TURNS} looks of ${seconds} s`,
  [
    '',
    'p50 without',
    'with',
    'p99 without',
    'p99 with',
    'ratio',
    'node MB',
    'with pictures',
    'node %',
    'database %',
    'others %',
    'attackers %',
    'refused',
  ],
  rows.map((row) => [
    row.name,
    row.without.p50,
    row.p50,
    row.without.p99,
    row.p99,
    `${row.ratio.toFixed(2)} ×`,
    row.memory.node,
    row.memory.all,
    ...[row.node, row.database, row.foreign, row.cpuShare].map((share) => String(Math.round(share * 100))),
    String(row.refused),
  ]),
);
printBars([
  ...rows.map(({ name, ratio }) => ({
    what: `feed's p99 during: ${name}`,
    value: ratio,
    atMost: BARS.ratio,
  })),
  {
    what: 'memory of the node and its pictures',
    value: Math.max(...rows.map(({ memory }) => memory.all)),
    atMost: BARS.memory,
    unit: 'MB',
  },
]);
silent.close();
silent.closeAllConnections();

async function fillChat(pool: pg.Pool, { chatId, sender }: (typeof attacking)[number]): Promise<void> {
  await pool.query(
    `INSERT INTO messages (id, chat_id, sender_id, content, sent_at, seen)
     SELECT gen_random_uuid(), $1, $2, repeat('x', 300), now() - make_interval(secs => n), true
     FROM generate_series(1, $3::int) AS n`,
    [chatId, sender.id, MESSAGES],
  );
}

/** Returns a picture with as many pixels as the server accepts, in as few bytes as possible. */
function hugePicture() {
  return sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#123' } });
}

function deviceAt(address: AddressInfo | string | null, at: number): string {
  const { port } = address as AddressInfo;
  return JSON.stringify({
    endpoint: `https://localhost:${port}/${at}`,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  });
}
