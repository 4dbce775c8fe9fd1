import { inProcess } from '@herenow/testing/in-process';
import { startApp } from '@herenow/testing/start-app';
import { startTestServer } from '@herenow/testing/test-database';
import fc from 'fast-check';
import { PACE } from '../src/app/sweep-pace.ts';
import { fuzzCalls } from './fuzz.ts';
import { play, steps } from './model.ts';

const USAGE = `Tries the server at random for as long as it takes, and says after each world how it went.

  npm run test:random -- inputs COUNT [SEED]       calls of the contract, most of them wrong in some way
  npm run test:random -- sequences COUNT [SEED]    what five people do to each other, against the rules

The first line says the seed; each world takes the next one. Exits with 1 after a fault.
`;

type World = Awaited<ReturnType<typeof makeWorld>>;
/** Performs the given number of tries and returns the faults it found. */
type Kind = (world: World, tries: { count: number; seed: number }) => Promise<string[]>;

/** Sequences played concurrently: enough to keep the database busy. */
const LANES = 16;

const KINDS: Record<string, { perWorld: number; run: Kind }> = {
  inputs: {
    perWorld: 20_000,
    run: async (world, tries) => (await fuzzCalls(world, tries)).faults,
  },
  sequences: {
    perWorld: 1600,
    async run(world, { count, seed }) {
      const property = fc.asyncProperty(steps, (all) => play(world, all));
      const lanes = Array.from({ length: Math.min(LANES, count) }, async (_, lane) => {
        const numRuns = Math.ceil((count - lane) / LANES);
        return await fc.check(property, { numRuns, seed: seed * LANES + lane });
      });
      return (await Promise.all(lanes)).flatMap(({ failed, counterexample, errorInstance }) =>
        failed ? [`${JSON.stringify(counterexample)}\n${String(errorInstance)}`] : [],
      );
    },
  },
};

/**
 * Starts a server and database for some of the tries only, so that a growing number of people does not slow the rest.
 */
async function makeWorld() {
  // Nothing here waits for a sweep.
  const served = await startApp({ logLevel: 'error' }, { pace: PACE });
  return { ...served, ask: inProcess(served.server) };
}

async function tryOneWorld(run: Kind, tries: { count: number; seed: number }): Promise<string[]> {
  await using world = await makeWorld();
  const faults = await run(world, tries);
  return [...faults, ...world.logLines];
}

async function tryAll({ perWorld, run }: (typeof KINDS)[string], count: number, seed: number) {
  await using _server = await startTestServer();
  const began = Date.now();
  let found = 0;
  console.log(`${new Date().toISOString()} seed ${seed}`);
  for (let done = 0, next = seed; done < count; done += perWorld, next += 1) {
    const tries = { count: Math.min(perWorld, count - done), seed: next };
    // An error that ends a world counts as a fault, and the next world begins.
    const faults = await tryOneWorld(run, tries).catch((error: unknown) => [String(error)]);
    for (const fault of faults) console.log(`FAULT with seed ${next}: ${fault}`);
    found += faults.length;
    const total = done + tries.count;
    const perSecond = ((total * 1000) / (Date.now() - began)).toFixed(1);
    console.log(`${new Date().toISOString()} ${total} tried, ${found} faults, ${perSecond} a second`);
  }
  return found;
}

const [name = '', count = NaN, seed = Date.now() % 1_000_000] = process.argv.slice(2);
const kind = KINDS[name];
if (!kind || !(Number(count) > 0)) process.stdout.write(USAGE);
else process.exitCode = (await tryAll(kind, Number(count), Number(seed))) > 0 ? 1 : 0;
