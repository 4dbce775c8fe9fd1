import { createRandom } from '@herenow/cast/random';
import { Instrumenter } from '@stryker-mutator/instrumenter';

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
    const chosen = new Set(createRandom(seed).shuffled(open).slice(0, count));
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
