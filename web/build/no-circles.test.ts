import { build } from 'vite';
import { expect, test } from 'vitest';
import { noCircles } from './no-circles.ts';

/** Builds modules, one file for each letter that their names begin with. */
const bundle = (modules: Record<string, string>) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules',
        resolveId: (id) => (id in modules ? id : null),
        load: (id) => modules[id] ?? null,
      },
      noCircles(),
    ],
    build: {
      write: false,
      rolldownOptions: {
        input: 'entry',
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'first', test: /^a\d/ },
              { name: 'second', test: /^b\d/ },
              { name: 'helper', test: /preload-helper/ },
            ],
          },
        },
      },
    },
  });

const entry = `import { top } from 'a1'; console.log(top);`;
const b1 = `import { base } from 'a2'; export const middle = { base, at: Date.now() };`;
const a2 = `export const base = { at: Date.now() };`;

test('scripts that import each other in a circle fail the build, which names the imports', async () => {
  // No two modules do so, but their files would.
  const a1 = `import { middle } from 'b1'; export const top = { middle, at: Date.now() };`;
  const circle = bundle({ entry, a1, b1, a2 });
  await expect(circle).rejects.toThrow(/import each other in a circle[^]*a1 imports b1[^]*b1 imports a2/);
});

test('scripts that load each other later may do so', async () => {
  const a1 = `export const top = { middle: () => import('b1'), at: Date.now() };`;
  await expect(bundle({ entry, a1, b1, a2 })).resolves.toBeDefined();
});
