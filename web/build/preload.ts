import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin, type Rolldown } from 'vite';

const router = fileURLToPath(new URL('../src/app/router.tsx', import.meta.url));
const SCREEN = /'\/([\w-]+)[^']*': screen\(\s*\(\) => import\('([^']+)'\)/g;

/**
 * Writes `preload.json`: what the client starts with, and what each screen is made of beside it, by the first
 * segment of its address. The server names both with the shell, so that all code comes at once and first of all.
 */
export function screenPreloads(): Plugin {
  return {
    name: 'herenow:screen-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const shell = chunksOf(bundle).find(
        (chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('app.html'),
      );
      if (!shell) return;
      const known = withImports(bundle, shell.fileName);
      const screens = [...readFileSync(router, 'utf8').matchAll(SCREEN)].map(([, segment, file]) => {
        const module = normalizePath(path.resolve(path.dirname(router), file!));
        const chunk = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === module);
        if (!chunk) throw new Error(`The screen of /${segment} has no chunk.`);
        const needed = [...withImports(bundle, chunk.fileName)].filter((name) => !known.has(name));
        return [segment!, needed.map((name) => `/${name}`)] as const;
      });
      if (screens.length === 0) throw new Error('The router names no screen.');
      // The shell's own chunk holds nothing: its document names what it imports.
      const start = [...known].filter((name) => name !== shell.fileName).map((name) => `/${name}`);
      const source = JSON.stringify({ start, screens: Object.fromEntries(screens) });
      this.emitFile({ type: 'asset', fileName: 'preload.json', source });
    },
  };
}

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** A chunk and all it imports, directly or through others. */
function withImports(bundle: Rolldown.OutputBundle, name: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (seen.has(name) || chunk?.type !== 'chunk') return seen;
  seen.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, seen);
  return seen;
}
