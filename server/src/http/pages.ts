import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sendText } from './errors.ts';
import { allowScriptsOf } from './security-headers.ts';

/** The built web client. */
export const WEB_FOLDER = path.resolve(import.meta.dirname, '../../../web/dist');

/** The one document of all pages of the client. */
const SHELL = 'app.html';

const NOT_BUILT =
  'The web client is not built yet. Run "npm start" in the folder of the project, or "npm run build", and load this page again.';

interface Preload {
  start: string[];
  screens: Record<string, string[]>;
}

/** What below these is not there is not a page of the client either. */
const NOT_PAGES = /^\/(?:api|assets|docs|icons|photos|user|ws)(?:\/|$)/;
const FILE = /\.[a-z0-9]+$/i;

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked for each time whether it is still the same. */
const REVALIDATE = 'no-cache';

/**
 * Serves the web client: its files, the landing page at `/`, and for any other page one shell, in which the client
 * finds its own way. Everything else that no route answers is a 404.
 */
export async function servePages(http: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(path.join(folder, SHELL));
  const linkOf = built ? readLinks(path.join(folder, 'preload.json')) : () => undefined;
  if (built) {
    const shell = readFileSync(path.join(folder, SHELL), 'utf8');
    await http.register(fastifyStatic, {
      root: folder,
      index: ['index.html'],
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        reply.header('cache-control', lifetime(folder, file));
        if (!path.basename(file).startsWith(SHELL)) return;
        const policy = String(reply.getHeader('content-security-policy'));
        reply.header('content-security-policy', allowScriptsOf(shell, policy));
      },
    });
  }
  http.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendText(reply.header('cache-control', 'no-store'), 404, 'Not found');
    if (!built) return sendText(reply, 503, NOT_BUILT);
    const link = linkOf(request.url);
    return sendShell(link ? reply.header('link', link) : reply);
  });
}

/** What the client starts with and what a screen needs beside it, as the `Link` header of the page at an address. */
function readLinks(file: string): (url: string) => string | undefined {
  if (!existsSync(file)) return () => undefined;
  const preload = JSON.parse(readFileSync(file, 'utf8')) as Preload;
  const headerOf = (files: readonly string[]) =>
    [...preload.start, ...files].map((url) => `<${url}>; rel="modulepreload"`).join(', ');
  const links = new Map(
    Object.entries(preload.screens).map(([segment, files]) => [segment, headerOf(files)]),
  );
  const other = headerOf([]);
  return (url) => links.get(/^\/([^/?#]*)/.exec(url)?.[1] ?? '') ?? other;
}

function sendShell(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile(SHELL);
}

function lifetime(folder: string, file: string): string {
  return path.relative(folder, file).startsWith(`assets${path.sep}`) ? IMMUTABLE : REVALIDATE;
}

/** A browser, or a person with a command line, asks for a page. */
function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const { pathname } = new URL(request.url, 'http://localhost');
  if (NOT_PAGES.test(pathname)) return false;
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.includes('*/*') && !FILE.test(pathname));
}
