import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

it('keeps in the build each module that is imported for what it does alone', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const imported = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/^import '(\.[^']+\.tsx?)';$/gm)].map(
        ([, module]) => path.join(path.dirname(file), module!),
      ),
    );
  expect(imported).not.toEqual([]);
  // The bundler drops any other whose exports nobody uses.
  expect(imported.filter((module) => !manifest.sideEffects.includes(module))).toEqual([]);
});
