import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin, type Rolldown } from 'vite';
import { clientPages, fileOf } from '../src/pages.ts';

const source = (file: string) => normalizePath(fileURLToPath(new URL(`../src/${file}`, import.meta.url)));

/**
 * Writes `pages.json`: the files that the client starts with, and for each page its address pattern and the
 * additional files of its screen. The server uses it to recognise pages and to name their code in the document's
 * headers, so that all of it loads at once and first.
 */
export function pageList(): Plugin {
  return {
    name: 'herenow:page-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const shell = chunksOf(bundle).find(
        (chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('app.html'),
      );
      if (!shell) return;
      const known = withImports(bundle, shell.fileName);
      const later = chunksOf(bundle).find(
        ({ facadeModuleId }) => facadeModuleId === source('app/later-screens.ts'),
      );
      const pages = clientPages().map(({ page, pattern }) => {
        const chunk = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === source(fileOf(page)));
        if (!chunk) throw new Error(`The screen ${fileOf(page)} of ${page.path} has no chunk.`);
        // Some screens load through a list module, which is requested along with them.
        const lists = later?.dynamicImports.includes(chunk.fileName) ? [later.fileName] : [];
        const needed = [chunk.fileName, ...lists].flatMap((name) => [...withImports(bundle, name)]);
        const scripts = [...new Set(needed)].filter((name) => !known.has(name));
        const { camera, photo, secret } = page;
        return {
          pattern: pattern.source,
          files: [...scripts, ...stylesOf(bundle, scripts)].map((name) => `/${name}`),
          camera,
          photo,
          secret,
        };
      });
      // The shell's own chunk is empty: its document names what it imports.
      const start = [...known].filter((name) => name !== shell.fileName).map((name) => `/${name}`);
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify({ start, pages }) });
    },
  };
}

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** Returns the stylesheets that belong to chunks. */
function stylesOf(bundle: Rolldown.OutputBundle, names: readonly string[]): string[] {
  const chunks = chunksOf(bundle).filter(({ fileName }) => names.includes(fileName));
  return [...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))];
}

/** Returns a chunk and everything it imports, directly or indirectly. */
function withImports(bundle: Rolldown.OutputBundle, name: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (seen.has(name) || chunk?.type !== 'chunk') return seen;
  seen.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, seen);
  return seen;
}
