import { Instrumenter } from '@stryker-mutator/instrumenter';

/** Returns a generator of numbers from 0 up to 1 that always repeats for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws `count` of the given things at random; the same ones for the same seed. */
export function draw<T>(things: readonly T[], count: number, seed: number): T[] {
  const random = numbersFrom(seed);
  return things
    .map((thing) => ({ thing, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ thing }) => thing);
}

/** The internals of Stryker that `tryOnly` patches: Stryker makes every mutant and cannot try only some of them. */
interface Machine {
  _transform: (tree: unknown, collector: Collector, context: unknown) => void;
}
interface Collector {
  collect(
    file: string,
    node: unknown,
    mutant: { ignoreReason?: string | undefined },
    offset: unknown,
  ): unknown;
}

/** Makes Stryker try only a sample of the mutants; the rest count as ignored. */
export function tryOnly(count: number, seed: number): void {
  const instrument = Instrumenter.prototype.instrument;
  Instrumenter.prototype.instrument = async function sampled(...args) {
    const { mutants } = await instrument.apply(this, args);
    const open = mutants.flatMap(({ status }, at) => (status === 'Ignored' ? [] : [at]));
    const chosen = new Set(draw(open, count, seed));
    console.log(`${chosen.size} of ${open.length} mutants are tried, drawn with the seed ${seed}.`);
    const machine = this as unknown as Machine;
    const transform = machine._transform;
    let met = 0;
    machine._transform = (tree, collector, context) => {
      const collect = collector.collect.bind(collector);
      collector.collect = (file, node, mutant, offset) => {
        const at = met++;
        return collect(
          file,
          node,
          chosen.has(at) ? mutant : { ...mutant, ignoreReason: 'not drawn' },
          offset,
        );
      };
      transform(tree, collector, context);
      collector.collect = collect;
    };
    return await instrument.apply(this, args);
  };
}
