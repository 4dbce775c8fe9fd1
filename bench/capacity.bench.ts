/**
 * Measures what an action and an open socket cost in CPU, log and bus, each alone; checks at sizes that fit here
 * whether people who do all of it cost the sum; and extrapolates to more people. `--seconds=6` for each figure.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openInstallation } from './capacity/installation.ts';
import { ACTIONS, needOf, ratesOf, type Action, type Cost, type Costs, type Need } from './capacity/model.ts';
import { numberOption } from './lib/options.ts';
import { allAnswered } from './live/load.ts';
import { printBars, printTable } from './lib/table.ts';

const seconds = numberOption('seconds', 6);
const CONNECTIONS = 8;
const CONCURRENCY = 32;
const FIRST = 64;
/** Numbers of people connected at the same time. */
const SIZES = [2000, 4000];
/** Enough sockets that the other work of a node is small beside what they cost. */
const MOST = 6000;
const FAR = [10_000, 100_000, 1_000_000];
const CHANGERS = 64;
const MEGA = 1e6;

type Place = Awaited<ReturnType<typeof openInstallation>>;

const costs = await measureCosts();
printCosts();
const found = new Map<number, Need>();
for (const size of SIZES) found.set(size, await simulate(size));
printCheck();
printFar();

async function measureCosts(): Promise<Costs> {
  await using place = await openInstallation(MOST / 2, CHANGERS / 2);
  // Comes first, while nothing else has made the process grow.
  const socket = await costOfSocket(place, MOST);
  const actions = {} as Record<Action, Cost>;
  for (const action of ACTIONS) actions[action] = await costOf(place, action);
  return { actions, socket };
}

async function ask(place: Place, requests: string[], rate?: number) {
  const outcome = await place.load.run('http', {
    port: place.peer.port,
    requests,
    connections: CONNECTIONS,
    seconds,
    rate,
    pushes: false,
  });
  return allAnswered(outcome).answered.count;
}

/** Measures the cost of an action, sent as fast as possible while sockets are open. */
async function costOf(place: Place, action: Action): Promise<Cost> {
  await open(place, SIZES[0]!);
  await ask(place, place.requests[action]);
  const { result: count, ...used } = await place.usedBy(() => ask(place, place.requests[action]));
  await place.load.run('close', undefined);
  return {
    node: (used.node * MEGA) / count,
    database: (used.database * MEGA) / count,
    log: used.log / count,
    bus: used.bus / count,
  };
}

async function costOfSocket(place: Place, count: number): Promise<Costs['socket']> {
  const { result: bytes, ...opening } = await place.usedBy(() => memoryOf(place, count));
  const used = await place.usedBy(() => delay(seconds * 1000));
  await place.load.run('close', undefined);
  const aSecond = (value: number) => value / used.seconds / count;
  return {
    node: aSecond(used.node * MEGA),
    database: aSecond(used.database * MEGA),
    log: aSecond(used.log),
    bus: aSecond(used.bus),
    bytes: bytes / count,
    opening: {
      node: (opening.node * MEGA) / (count + FIRST),
      database: (opening.database * MEGA) / (count + FIRST),
    },
  };
}

/** Opens `count` sockets; returns the bytes by which the process grew. */
async function memoryOf(place: Place, count: number): Promise<number> {
  // Warms up: what a server allocates once, for its first connections, does not count.
  await open(place, FIRST);
  await place.load.run('close', undefined);
  const before = await place.peer.memory();
  await open(place, count);
  const after = await place.peer.memory();
  return (after.collected! - before.collected!) * 1024;
}

function open(place: Place, count: number) {
  const names = place.tokens.slice(0, count);
  const { port } = place.peer;
  return place.load.run('open', { dialect: 'herenow', port, names, concurrency: CONCURRENCY });
}

/** Simulates `size` connected people who do what the model says, with all kinds of acts evenly mixed. */
async function simulate(size: number): Promise<Need> {
  await using place = await openInstallation(size / 2, CHANGERS / 2);
  const rates = ratesOf(size);
  const total = ACTIONS.reduce((sum, action) => sum + rates[action], 0);
  const owed = { feed: 0, message: 0, change: 0 };
  const taken = { feed: 0, message: 0, change: 0 };
  const requests = Array.from({ length: Math.ceil(total * seconds * 2) }, () => {
    for (const action of ACTIONS) owed[action] += rates[action] / total;
    const next = ACTIONS.reduce((most, action) => (owed[action] > owed[most] ? action : most));
    owed[next] -= 1;
    const all = place.requests[next];
    return all[taken[next]++ % all.length]!;
  });
  const memory = await memoryOf(place, size);
  await ask(place, requests, total);
  const used = await place.usedBy(() => ask(place, requests, total));
  return {
    node: used.node / used.seconds,
    database: used.database / used.seconds,
    log: used.log / used.seconds,
    bus: used.bus / used.seconds,
    memory,
  };
}

function printCosts(): void {
  printTable(
    'What each costs',
    ['', 'node µs', 'database µs', 'log bytes', 'NATS messages'],
    [
      ...ACTIONS.map(
        (action) =>
          [
            action,
            ...(['node', 'database', 'log', 'bus'] as const).map((of) => costs.actions[action][of]),
          ] as const,
      ),
      ['socket, a second', costs.socket.node, costs.socket.database, costs.socket.log, costs.socket.bus],
    ],
  );
  const { bytes, opening } = costs.socket;
  printTable(
    'A socket',
    ['', 'KB', 'node µs to open', 'database µs to open'],
    [['', bytes / 1024, opening.node, opening.database]],
  );
}

function printCheck(): void {
  const names = ['node', 'database', 'log', 'bus', 'memory'] as const;
  const shares = [...found].map(([size, need]) => {
    const expected = needOf(size, costs);
    return [size, names.map((name) => need[name] / expected[name])] as const;
  });
  printTable(
    'Found in the simulation, as a part of what the model says',
    ['connected', 'node CPU', 'database CPU', 'log', 'NATS messages', 'memory'],
    shares.map(([size, parts]) => [String(size), ...parts]),
  );
  const [, largest] = shares.at(-1)!;
  printBars(
    names.map((name, index) => ({
      what: `${name} of ${SIZES.at(-1)} connected, beside the model, whichever is more`,
      value: Math.max(largest[index]!, 1 / largest[index]!),
      atMost: 2,
    })),
  );
}

function printFar(): void {
  printTable(
    'What the model says of the busiest hour',
    [
      'connected',
      'feeds /s',
      'messages /s',
      'changes /s',
      'node cores',
      'database cores',
      'log MB/s',
      'NATS /s',
      'sockets GB',
    ],
    FAR.map((size) => {
      const { feed, message, change } = ratesOf(size);
      const need = needOf(size, costs);
      return [
        String(size),
        feed,
        message,
        change,
        need.node,
        need.database,
        need.log / MEGA,
        need.bus,
        need.memory / 1024 ** 3,
      ];
    }),
  );
}
