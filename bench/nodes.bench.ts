/**
 * Compares what a person on an evening out costs with three nodes and with one: processor time and memory only, not
 * capacity, because all nodes run on one processor here. `--people=1200`, `--seconds=20` for each.
 */
import { leaveToServers } from './evening/processor.ts';
import { openTown } from './evening/town.ts';
import { numberOption } from './lib/options.ts';
import { printTable } from './lib/table.ts';
import { startLoad } from './live/load.ts';

const TURNS = 3;
const SETTLE_SECONDS = 4;
/** Warms up, so that code is compiled and statements are planned before the first turn. */
const WARM_UP = { seconds: 12, settle: 3, haste: 4 };
const people = Math.round(numberOption('people', 1200) / 2) * 2;
const seconds = numberOption('seconds', 20);

await leaveToServers();

/** Returns what each person costs: microseconds of a processor per second in the nodes' median turn, and KB. */
async function measure(nodes: number) {
  await using town = await openTown(people, { nodes });
  await using load = startLoad();
  await load.run('invite', { ports: town.ports, pairs: town.pairs });
  const empty = await town.memory();
  await load.run('gather', { people });
  await load.run('spend', WARM_UP);
  const turns = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const used = await town.usedBy(() => load.run('spend', { seconds, settle: SETTLE_SECONDS }));
    if (used.result.failed > 0) console.log(`${nodes} nodes:`, used.result.failures);
    turns.push(used);
  }
  const full = await town.memory();
  const { node, database, bus } = turns.toSorted((one, other) => one.node - other.node)[TURNS >> 1]!;
  const each = (share: number) => (share * 1e6) / people;
  return {
    node: each(node),
    database: each(database),
    bus: each(bus),
    memory: (full.node - empty.node) / people,
  };
}

const one = await measure(1);
const three = await measure(3);
const row = (name: string, value: (found: typeof one) => number) => [
  name,
  value(one),
  value(three),
  value(three) / value(one),
];
printTable(
  `A person's share of ${people}, µs of a processor a second`,
  ['', 'one node', 'three nodes', 'ratio'],
  [
    row('nodes', ({ node }) => node),
    row('database', ({ database }) => database),
    ['NATS', one.bus, three.bus, ''],
    row('together', ({ node, database, bus }) => node + database + bus),
    row('KB of the nodes', ({ memory }) => memory),
  ],
);
