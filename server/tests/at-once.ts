/** Two acts in the same moment, against the two in either order. */
import { eventually } from '@herenow/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import { nameOf, perform, type Act } from './at-once-acts.ts';
import { afterEvents } from './at-once-client.ts';
import { heardOf, plain, readAll, readRows } from './at-once-outcome.ts';
import { closeScene, openScene, TOLD, type Scene, type Stage } from './at-once-scene.ts';
import { countDeadlocks } from './while-locked.ts';

export interface Pair {
  relation: string;
  acts: readonly [Act, Act];
}

interface Outcome {
  /** Answers, rows and what everybody reads. */
  left: string[];
  heard: Record<string, string[]>;
  faults: string[];
}

type Run = (scene: Scene, pair: Pair) => Promise<[string, string]>;

/** Whether one person carries out both acts, the second one on another device. */
const onTwoDevices = (pair: Pair) => pair.acts[0].who === pair.acts[1].who;

const inOrder =
  (first: 0 | 1): Run =>
  async (scene, pair) => {
    const answers: string[] = [];
    for (const at of first === 0 ? [0, 1] : [1, 0]) {
      answers[at] = await perform(scene, pair.acts[at]!, at === 1 && onTwoDevices(pair));
      await settle(scene);
    }
    return answers as [string, string];
  };

const atOnce: Run = (scene, pair) => {
  const wait = Math.random() * 20 - 10;
  return scene.stage.jitter.during(() =>
    Promise.all(
      pair.acts.map(async (act, at) => {
        await delay(Math.max(0, at === 0 ? wait : -wait));
        return await perform(scene, act, at === 1 && onTwoDevices(pair));
      }) as [Promise<string>, Promise<string>],
    ),
  );
};

/** Acts that may end the session or account of the other act, whose answer then says little. */
const ENDS: ReadonlySet<string> = new Set([
  'delete the account',
  'be suspended',
  'sign out',
  'change the password',
  'second factor',
]);

/** Waits until all events of the answered calls have arrived. */
async function settle({ stage: { app }, tabs }: Scene): Promise<void> {
  await eventually(async () => {
    const { rows } = await app.pool.query('SELECT FROM outbox LIMIT 1');
    if (rows.length > 0) throw new Error('Events wait.');
  }, 20);
  for (const who of TOLD) await tabs[who].roundTrip().catch(() => {});
}

async function carryOut(stage: Stage, pair: Pair, at: [number, number], run: Run): Promise<Outcome> {
  const scene = await openScene(stage, pair.relation, at);
  try {
    await settle(scene);
    const before = await readAll(scene);
    const from = Object.fromEntries(TOLD.map((who) => [who, scene.tabs[who].events.length]));
    const answers = await run(scene, pair);
    await settle(scene);
    const [after, rows] = [await readAll(scene), await readRows(scene)];
    const faults = answers.filter((answer) => answer.startsWith('5'));
    for (const who of TOLD) {
      if (!scene.tabs[who].client.connected) continue;
      const events = () => scene.tabs[who].events.slice(from[who]);
      faults.push(...(await afterEvents(before[who], events, after[who])).map((fault) => `${who}: ${fault}`));
    }
    const told = TOLD.flatMap((who) =>
      Object.entries(after[who]).map(([what, json]) => `${who} ${what} ${JSON.stringify(json)}`),
    );
    const left = [
      ...answers.map((answer, n) => `${n} ${ENDS.has(pair.acts[1 - n]!.what) ? 'over' : answer}`),
      ...told,
      ...rows,
    ];
    return {
      left: left.map((line) => plain(scene, line)).toSorted(),
      heard: heardOf(scene, from),
      faults,
    };
  } finally {
    await closeScene(scene);
  }
}

const missing = (from: readonly string[], of: readonly string[]) => from.filter((line) => !of.includes(line));

/** Returns how an outcome differs from the closest of some others; undefined: it is one of them. */
function differences(outcome: Outcome, orders: readonly Outcome[]): string | undefined {
  const compared = orders.map(({ left }) => [
    ...missing(outcome.left, left).map((line) => `+ ${line}`),
    ...missing(left, outcome.left).map((line) => `- ${line}`),
  ]);
  const closest = compared.toSorted((a, b) => a.length - b.length)[0]!;
  if (closest.length > 0) return closest.join('\n');
  const queues = new Set([outcome, ...orders].flatMap(({ heard }) => Object.keys(heard)));
  const wrong = [...queues].filter(
    (queue) =>
      !orders.some(({ heard }) => JSON.stringify(heard[queue]) === JSON.stringify(outcome.heard[queue])),
  );
  if (wrong.length === 0) return undefined;
  return wrong
    .map(
      (queue) =>
        `${queue}: ${[outcome, ...orders].map(({ heard }) => (heard[queue] ?? []).join(' ')).join('\n  or ')}`,
    )
    .join('\n');
}

const titleOf = ({ relation, acts }: Pair) => `${relation}; ${acts.map(nameOf).join(' + ')}`;

/** Tries a pair so many times at once; returns what was wrong. */
async function tryPair(stage: Stage, pair: Pair, at: [number, number], tries: number): Promise<string[]> {
  const title = titleOf(pair);
  const orders = [await carryOut(stage, pair, at, inOrder(0)), await carryOut(stage, pair, at, inOrder(1))];
  const faults = orders.flatMap((order, n) =>
    order.faults.map((fault) => `${title} in order ${n}: ${fault}`),
  );
  for (let round = 0; round < tries; round += 1) {
    const outcome = await carryOut(stage, pair, at, atOnce);
    const difference = differences(outcome, orders);
    faults.push(...outcome.faults.map((fault) => `${title}: ${fault}`));
    if (difference) faults.push(`${title}:\n${difference}`);
  }
  return faults;
}

/** Tries pairs, several at a time, each lane at a place of its own; returns what was wrong. */
export async function tryPairs(
  stage: Stage,
  pairs: IterableIterator<Pair>,
  { lanes, tries }: { lanes: number; tries: number },
): Promise<string[]> {
  const faults: string[] = [];
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const pair of pairs)
        faults.push(
          ...(await tryPair(stage, pair, [10 * lane, 40], tries).catch((error: unknown) => [
            `${titleOf(pair)}: ${String(error)}`,
          ])),
        );
    }),
  );
  return [...faults, ...stage.app.logLines, ...(await unnoted(stage))];
}

/** Returns what is wrong with the whole database: deadlocks, and visible people whose cell is not noted. */
async function unnoted({ app }: Stage): Promise<string[]> {
  const deadlocks = await countDeadlocks(app);
  const { rows: cells } = await app.pool.query(`
    SELECT FROM presences p WHERE status = 'online'
      AND NOT EXISTS (SELECT FROM occupied_cells c WHERE c.cell = p.cell)`);
  return [
    ...(deadlocks > 0 ? [`${deadlocks} deadlocks`] : []),
    ...(cells.length > 0 ? [`${cells.length} presences in cells that are not noted`] : []),
  ];
}
