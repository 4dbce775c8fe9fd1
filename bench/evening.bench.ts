/**
 * Finds how many people on an evening out one processor carries, by doubling and then by bisection. The node and the
 * database run on that processor, the load on the others. Some seconds are a sample of an hour, because the acts of
 * many people come at a steady rate. `--seconds=10` for each size, at most `--most=8000` people.
 */
import { cpus } from 'node:os';
import { BARS, LOOKS, missedBy, mostCarried, PER_HOUR } from './evening/model.ts';
import { leaveToServers } from './evening/processor.ts';
import { openTown } from './evening/town.ts';
import { numberOption } from './lib/options.ts';
import { printTable } from './lib/table.ts';
import { startLoad } from './live/load.ts';

const FIRST = 1000;
/** How close the highest number carried and the lowest number not carried get. */
const WITHIN = 0.07;
const SETTLE_SECONDS = 4;
/** The acts of a minute in 15 seconds, so that code is compiled and statements are planned before the first step. */
const WARM_UP = { seconds: 12, settle: 3, haste: 4 };
const seconds = numberOption('seconds', 10);
const most = Math.round(numberOption('most', 8000) / 2) * 2;
await leaveToServers();
await using town = await openTown(most);
await using load = startLoad();
await load.run('invite', { ports: town.ports, pairs: town.pairs });
const empty = await town.memory();

async function spend(people: number) {
  await load.run('gather', { people });
  const { result, ...used } = await town.usedBy(() => load.run('spend', { seconds, settle: SETTLE_SECONDS }));
  const found = { people, ...result, ...used, missed: missedBy(result) };
  const share = (value: number) => `${Math.round(value * 100)} %`;
  console.log(
    `${people} people: feed p99 ${found.feed.p99.toFixed(0)} ms, send to screen p99 ${found.screen.p99.toFixed(0)} ms; ` +
      `node ${share(used.node)}, database ${share(used.database)}, others ${share(used.others)}, load ${share(result.loadShare)}`,
    result.failures,
  );
  return found;
}

await load.run('gather', { people: FIRST });
await load.run('spend', WARM_UP);
const steps: Awaited<ReturnType<typeof spend>>[] = [];
/** Other work may run for a moment, so a number that misses a bar gets a second try. */
const carried = await mostCarried({ first: FIRST, limit: most, within: WITHIN }, async (people) => {
  for (let turn = 0; turn < 2; turn += 1) {
    const step = await spend(people);
    steps.push(step);
    if (step.missed.length === 0) return true;
  }
  return false;
});

printTable('An evening of one person, an hour', ['', 'times'], Object.entries(PER_HOUR));
printTable(
  `What was tried (${seconds} s each, of everybody one in ${LOOKS} looking at the feed)`,
  [
    'people',
    'feed p50',
    'p99 ms',
    'send to screen p50',
    'p99 ms',
    'node %',
    'database %',
    'others %',
    'load %',
    'failed',
    '',
  ],
  steps.map((step) => [
    String(step.people),
    step.feed.p50,
    step.feed.p99,
    step.screen.p50,
    step.screen.p99,
    ...[step.node, step.database, step.others, step.loadShare].map((share) =>
      String(Math.round(share * 100)),
    ),
    `${step.failed} of ${step.asked}`,
    step.missed.length === 0 ? 'carried' : `missed: ${step.missed.join(', ')}`,
  ]),
);

const best = steps.findLast(({ people, missed }) => people === carried && missed.length === 0);
const first = steps
  .filter(({ people, missed }) => people > carried && missed.length > 0)
  .toSorted((one, other) => one.people - other.people)[0];
if (best) {
  await load.run('gather', { people: carried });
  const full = await town.memory();
  const each = (kb: number) => kb / best.people;
  const all = best.node + best.database;
  printTable(
    `Carried by one ${cpus()[0]!.model} (feed p99 under ${BARS.feed} ms, send to screen under ${BARS.screen} ms)`,
    [
      '',
      'people',
      'node KB each',
      'database KB each',
      'log KB each and hour',
      'node µs/s each',
      'database µs/s each',
    ],
    [
      [
        'one processor',
        carried,
        each(full.node - empty.node),
        each(full.database - empty.database),
        (best.log * 3600) / 1024 / best.people,
        (best.node * 1e6) / best.people,
        (best.database * 1e6) / best.people,
      ],
    ],
  );
  console.log(
    `\nOf the log ${best.wholePages.toFixed(1)} whole pages a second; ${Math.round(all * 100)} % of the processor were used.`,
  );
}
console.log(
  first
    ? `\nWhat gave out first: ${first.missed[0]} with ${first.people} people; the processor was ${Math.round((first.node + first.database + first.others) * 100)} % busy, ${Math.round(first.node * 100)} % with the node and ${Math.round(first.database * 100)} % with the database.`
    : `\nNothing gave out with ${carried} people; ask for more with --most.`,
);
