import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/**
 * Fails the build if scripts import each other in a circle. One of them would then run before another has defined what
 * it uses at once, so that the client may not start. `import()` waits for what it loads, so it cannot do that.
 */
export function noCircles(): Plugin {
  return {
    name: 'herenow:no-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const circle = circleOf(new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
      if (!circle) return;
      const imports = ({ moduleIds }: Rolldown.OutputChunk, next: Rolldown.OutputChunk) =>
        moduleIds.flatMap((id) =>
          (this.getModuleInfo(id)?.importedIds ?? [])
            .filter((imported) => next.moduleIds.includes(imported))
            .map((imported) => `\n    ${path.relative('', id)} imports ${path.relative('', imported)}`),
        );
      const list = circle.map((chunk, at) => {
        const next = circle[(at + 1) % circle.length]!;
        return `\n  ${chunk.fileName} imports ${next.fileName}:${imports(chunk, next).join('')}`;
      });
      this.error(
        'These scripts import each other in a circle, so that one runs before what it uses is defined. Leave out ' +
          `one of the imports that lead around, or put both its modules into one group of vite.config.ts.${list.join('')}`,
      );
    },
  };
}

/** Returns the chunks of a circle of static imports, each before the one it imports. */
function circleOf(chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Rolldown.OutputChunk[] | undefined {
  const over = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(name)) return way.slice(way.indexOf(name));
    if (over.has(name)) return undefined;
    for (const next of chunks.get(name)?.imports ?? []) {
      const found = walk(next, [...way, name]);
      if (found) return found;
    }
    over.add(name);
    return undefined;
  };
  for (const name of chunks.keys()) {
    const found = walk(name, []);
    if (found) return found.map((one) => chunks.get(one)!);
  }
  return undefined;
}
