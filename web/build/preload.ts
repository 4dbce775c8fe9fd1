import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin, type Rolldown } from 'vite';

const router = fileURLToPath(new URL('../src/app/router.tsx', import.meta.url));
const SCREEN = /'\/([\w-]+)[^']*': screen\(\s*\(\) => import\('([^']+)'\)/g;

/**
 * Writes `preload.json`: what each screen is made of beside the shell, by the first segment of its address. The
 * server names it with the shell, so that a screen's code comes with the client's and not after it.
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
      const source = JSON.stringify(Object.fromEntries(screens));
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
