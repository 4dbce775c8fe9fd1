import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sendText } from './errors.ts';

/** The built web client. */
export const WEB_FOLDER = path.resolve(import.meta.dirname, '../../../web/dist');

const NOT_BUILT =
  'The web client is not built yet. Run "npm start" in the folder of the project, or "npm run build", and load this page again.';

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
  const built = existsSync(path.join(folder, 'app.html'));
  const links = built ? readLinks(path.join(folder, 'preload.json')) : new Map<string, string>();
  if (built) {
    await http.register(fastifyStatic, {
      root: folder,
      index: ['index.html'],
      redirect: false,
      dotfiles: 'ignore',
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, file) => void reply.header('cache-control', lifetime(folder, file)),
    });
  }
  http.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendText(reply.header('cache-control', 'no-store'), 404, 'Not found');
    if (!built) return sendText(reply, 503, NOT_BUILT);
    const link = links.get(firstSegment(request.url));
    return sendShell(link ? reply.header('link', link) : reply);
  });
}

/** What the screens need beside the shell, as a `Link` header for each first segment of an address. */
function readLinks(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const screens = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  return new Map(
    Object.entries(screens).map(([segment, urls]) => [
      segment,
      urls.map((url) => `<${url}>; rel="modulepreload"`).join(', '),
    ]),
  );
}

const firstSegment = (url: string) => /^\/([^/?#]*)/.exec(url)?.[1] ?? '';

function sendShell(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('app.html');
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
