import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { scriptOf } from './script.ts';

/** What the installed app opens offline. */
const PRECACHED = [
  '**/*.{js,css,html,woff2}',
  'favicon.svg',
  'icons/{icon,maskable,monochrome}-*.png',
  'manifest.webmanifest',
  'photo-placeholder.svg',
];

/** Writes `sw.js`, the service worker, with the list of files that it keeps, once all of them are written. */
export function serviceWorker(): Plugin {
  return {
    name: 'herenow:service-worker',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const code = await scriptOf('src/app/sw.ts', {
        'self.__WB_MANIFEST': JSON.stringify(precacheEntries(dir)),
        // Workbox leaves its debugging out.
        'process.env.NODE_ENV': '"production"',
      });
      writeFileSync(path.join(dir, 'sw.js'), code);
    },
  };
}

/** Returns each file with what tells its versions apart; the names of assets do so by themselves. */
function precacheEntries(folder: string) {
  const files = globSync(PRECACHED, { cwd: folder }).map((file) => file.replaceAll(path.sep, '/'));
  return files.toSorted().map((url) => {
    if (url.startsWith('assets/')) return { url, revision: null };
    const revision = `sha256-${hash('sha256', readFileSync(path.join(folder, url)), 'base64')}`;
    // While nodes are replaced, worker and document may come from different releases. No worker may keep a document
    // whose scripts the server deletes one day, so it is installed only with its own.
    return url === 'app.html' ? { url, revision, integrity: revision } : { url, revision };
  });
}
