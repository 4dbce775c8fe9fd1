import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');
const modules = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(?:test|d)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

// If nobody uses the exports of another file, the bundler makes it an empty file.
const dropped = (files: readonly string[]) => files.filter((file) => !manifest.sideEffects.includes(file));

it('keeps in the build each module that is imported only for its side effects', () => {
  const imported = modules.flatMap(({ file, text }) =>
    [...text.matchAll(/^import '(\.[^']+\.tsx?)';$/gm)].map(([, module]) =>
      path.join(path.dirname(file), module!),
    ),
  );
  expect(imported).not.toEqual([]);
  expect(dropped(imported)).toEqual([]);
});

it('keeps in the build each module that exports nothing, however it is loaded', () => {
  const silent = modules.filter(({ text }) => !/^export\b/m.test(text)).map(({ file }) => file);
  expect(silent).not.toEqual([]);
  expect(dropped(silent)).toEqual([]);
});
