import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

const loadPart = normalizePath(fileURLToPath(new URL('../src/lib/load-part.ts', import.meta.url)));

/** Puts `lib/load-part.ts` in the place of the helper that Vite calls for each `import()` of the build. */
export function leanPreload(): Plugin {
  return {
    name: 'herenow:lean-preload',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => `export { loadPart as __vitePreload } from ${JSON.stringify(loadPart)};`,
    },
  };
}
