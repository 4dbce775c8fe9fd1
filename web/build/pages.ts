import { fileURLToPath } from 'node:url';
import { build, runnerImport, type Plugin, type ViteDevServer, type PreviewServer } from 'vite';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const scriptTag = '<script src="/landing.js"></script>';

/** Pages of the SPA are one document, `app.html`; only `/` is a document of its own. */
export function spaShell(): Plugin {
  const serveShell = (server: ViteDevServer | PreviewServer) => {
    server.middlewares.use((request, _response, next) => {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
      if (wantsPage && path !== '/' && !/\.[a-z0-9]+$/i.test(path)) request.url = '/app.html';
      next();
    });
  };
  return { name: 'herenow:spa-shell', configureServer: serveShell, configurePreviewServer: serveShell };
}

/**
 * Writes the landing page into `index.html` as plain HTML, with its style inside and its one small script
 * beside it, so that it can be read and clicked before, and without, any script.
 */
export function landingPage(): Plugin {
  let building = false;
  return {
    name: 'herenow:landing',
    enforce: 'post',
    config(_config, { command }) {
      building = command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename, bundle }) {
        if (!filename.endsWith('/index.html')) return html;
        const markup = await renderLanding();
        const fonts = Object.keys(bundle ?? {}).filter((name) => /-latin-wght-normal.*\.woff2$/.test(name));
        let page = html
          .replace('<!--landing-script-->', () => fonts.map(preloadFont).join('') + scriptTag)
          .replace('<!--landing-->', () => markup);
        for (const file of Object.values(bundle ?? {})) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const link = new RegExp(`\\s*<link rel="stylesheet"[^>]*href="/${file.fileName}"[^>]*>`);
          if (!link.test(page)) continue;
          page = page.replace(link, () => `<style>${String(file.source).trim()}</style>`);
        }
        return page;
      },
    },
    async generateBundle() {
      if (!building) return;
      this.emitFile({ type: 'asset', fileName: 'landing.js', source: await landingScript() });
    },
    configureServer(server) {
      server.middlewares.use('/landing.js', (_request, response, next) => {
        landingScript().then((code) => {
          response.setHeader('content-type', 'text/javascript').end(code);
        }, next);
      });
    },
  };
}

function preloadFont(name: string) {
  return `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`;
}

async function renderLanding(): Promise<string> {
  const { module } = await runnerImport<{ renderLanding: () => string }>(
    here('src/features/landing/render.tsx'),
    { configFile: false, root: here('.'), logLevel: 'error' },
  );
  return module.renderLanding();
}

async function landingScript(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: here('src/features/landing/start.ts'), formats: ['iife'], name: 'landing' },
    },
  });
  const chunks = Array.isArray(output)
    ? output.flatMap((one) => one.output)
    : 'output' in output
      ? output.output
      : [];
  const code = chunks.find((one) => one.type === 'chunk')?.code;
  if (!code) throw new Error('The script of the landing page came out empty.');
  return code;
}
