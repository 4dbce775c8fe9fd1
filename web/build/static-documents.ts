import { fileURLToPath } from 'node:url';
import { pinShape } from '../src/ui/pin-shape.ts';
import { runnerImport, type Plugin, type PreviewServer, type Rolldown, type ViteDevServer } from 'vite';
import { scriptOf } from './script.ts';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const landingStart = 'src/features/landing/landing-script.ts';
const scriptTag = '<script src="/landing.js"></script>';

const { body, dot } = pinShape;
const mark = `<svg viewBox="0 0 32 32" fill="currentColor"><path d="${body}" fill-rule="evenodd"/><circle cx="${dot.cx}" cy="${dot.cy}" r="${dot.r}"/></svg>`;

/** Serves all pages of the client with one document, `app.html`; only `/` and files have documents of their own. */
export function spaShell(): Plugin {
  const serveShell = (server: ViteDevServer | PreviewServer) => {
    server.middlewares.use((request, _response, next) => {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
      if (wantsPage && path !== '/' && !/\.[a-z0-9]+$/i.test(path)) request.url = '/app.html';
      next();
    });
  };
  return {
    name: 'herenow:spa-shell',
    configureServer: serveShell,
    configurePreviewServer: serveShell,
    transformIndexHtml: (html) => html.replace('<!--mark-->', mark),
  };
}

/**
 * Adds to `app.html` what its first paint needs: the style, and the script that requests the page's data before the
 * client loads. What can wait, the manifest with its icons, the client adds later.
 */
export function completeShell(): Plugin {
  return {
    name: 'herenow:complete-shell',
    enforce: 'post',
    transformIndexHtml: whole('/app.html', async (html, fonts) => {
      const code = await scriptOf('src/first-paint/document-script.ts');
      return html.replace('<!--document-script-->', () => `${fonts}<script>${code}</script>`);
    }),
  };
}

/**
 * Writes the landing page into `index.html` as plain HTML, with its style inline and its one small script beside it,
 * so that it can be read and clicked before any script runs, and without scripts.
 */
export function landingPage(): Plugin {
  return {
    name: 'herenow:landing',
    enforce: 'post',
    transformIndexHtml: whole('/index.html', async (html, fonts) => {
      const markup = await renderLanding();
      return html
        .replace('<!--landing-script-->', () => fonts + scriptTag)
        .replace('<!--landing-->', () => markup);
    }),
    async generateBundle(_options, bundle) {
      if (!('index.html' in bundle)) return;
      this.emitFile({ type: 'asset', fileName: 'landing.js', source: await scriptOf(landingStart) });
    },
    configureServer(server) {
      server.middlewares.use('/landing.js', (_request, response, next) => {
        scriptOf(landingStart).then((code) => {
          response.setHeader('content-type', 'text/javascript').end(code);
        }, next);
      });
    },
  };
}

/** Builds a document with `write`, which receives the preloads of its fonts, and inlines its style. */
function whole(
  document: string,
  write: (html: string, fonts: string) => Promise<string>,
): Exclude<Plugin['transformIndexHtml'], undefined> {
  return {
    order: 'post',
    async handler(html, { filename, bundle }) {
      if (!filename.endsWith(document)) return html;
      return inlineStyle(await write(html, preloadFonts(bundle)), bundle);
    },
  };
}

function preloadFonts(bundle: Rolldown.OutputBundle | undefined): string {
  return Object.keys(bundle ?? {})
    .filter((name) => /-basic-.*\.woff2$/.test(name))
    .map((name) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`)
    .join('');
}

/** Inlines the style, as a page paints sooner with it, and removes the separate file, which is then unused. */
function inlineStyle(page: string, bundle: Rolldown.OutputBundle | undefined): string {
  let inlined = page;
  for (const file of Object.values(bundle ?? {})) {
    if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
    const link = new RegExp(`\\s*<link rel="stylesheet"[^>]*href="/${file.fileName}"[^>]*>`);
    if (!link.test(inlined)) continue;
    const style = `<style>${String(file.source).trim()}</style>`;
    inlined = inlined.replace(link, () => style);
    delete bundle?.[file.fileName];
  }
  return inlined;
}

async function renderLanding(): Promise<string> {
  const options = { configFile: false, root: here('.'), logLevel: 'error' } as const;
  const page = here('src/features/landing/render.tsx');
  const { module } = await runnerImport<{ renderLanding: () => string }>(page, options);
  return module.renderLanding();
}
