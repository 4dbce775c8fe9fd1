import fastifyStatic from '@fastify/static';
import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sendRefusal } from './error-answers.ts';
import { IMMUTABLE, sendOtherAsset, type FindAsset } from './other-assets.ts';
import { allowScriptsOf } from './security-headers.ts';

/** The built web client. */
export const WEB_FOLDER = path.resolve(import.meta.dirname, '../../../web/dist');

/** The one document for all pages of the client. */
const SHELL = 'app.html';

/** `pages.json` of the built client: the files it starts with, and its pages with their further files. */
interface PageList {
  start: string[];
  pages: { pattern: string; files: string[]; camera?: boolean; photo?: boolean; secret?: boolean }[];
}
interface Page {
  pattern: RegExp;
  link: string;
  camera: boolean;
  /** Only people who were sent its address know it. */
  secret: boolean;
}

const FILE = /\.[a-z0-9]+$/i;

/** Cached, but revalidated each time. */
const REVALIDATE = 'no-cache';

/**
 * Serves the web client: its files, the landing page at `/`, and for all other pages one shell, in which the client
 * routes. Everything else without a route is a 404: the client’s page for it if a browser requests a page, otherwise
 * plain text.
 * @param findOther Finds a hashed file of another build than the one in `folder`.
 */
export async function servePages(
  http: FastifyInstance,
  folder: string,
  findOther: FindAsset = () => Promise.resolve(undefined),
): Promise<void> {
  const built = existsSync(path.join(folder, SHELL));
  const pages = built ? readPages(path.join(folder, 'pages.json')) : [];
  if (built) {
    const shell = readFileSync(path.join(folder, SHELL), 'utf8');
    await http.register(fastifyStatic, {
      root: folder,
      serve: false,
      dotfiles: 'ignore',
      cacheControl: false,
      // The `ETag` does the same and is shorter.
      lastModified: false,
      acceptRanges: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', lifetime(folder, file));
        if (!path.basename(file).startsWith(SHELL)) return;
        const policy = String(reply.getHeader('content-security-policy'));
        reply.header('content-security-policy', allowScriptsOf(shell, policy));
      },
    });
    serveFiles(http, folder, serveOther);
  }
  http.setNotFoundHandler(serveOther);

  async function serveOther(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (await sendOtherAsset(request, reply, findOther)) return reply;
    const wanted = pageWanted(request);
    const { written, meant, rest } = pathOf(request.url);
    const pageAt = (address: string) => wanted && pages.find(({ pattern }) => pattern.test(address));
    const page = pageAt(written);
    if (page?.camera) allowCamera(reply);
    if (page?.secret) reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    if (page) return reply.header('link', page.link).sendFile(SHELL);
    if (wanted && built && meant !== written && (meant === '/' || pageAt(meant)))
      return reply.redirect(meant + rest, 308);
    if (wanted !== 'by a browser' || FILE.test(written)) return sendRefusal(reply, refusals.notFound);
    return built ? reply.code(404).sendFile(SHELL) : sendRefusal(reply, refusals.notBuilt);
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the files that the folder has now, and leaves any other address, however it is written, to `serveOther`. The
 * plugin’s own route responds with 403 to an empty or `..` segment, and `callNotFound` would run all hooks again.
 */
function serveFiles(http: FastifyInstance, folder: string, serveOther: Handler): void {
  const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  http.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    async handler(request, reply) {
      const name = request.params['*'] || 'index.html';
      return files.has(name) ? reply.sendFile(name) : await serveOther(request, reply);
    },
  });
}

/**
 * Returns the path of an address as written, the path as meant (without empty, `.` and `..` segments), and what follows
 * it. The path as meant always begins with a single slash, so it never leads to another host.
 */
function pathOf(url: string): { written: string; meant: string; rest: string } {
  const [, written, rest] = /^([^?#]*)(.*)$/s.exec(url) as unknown as [string, string, string];
  const { pathname } = new URL(`http://localhost/${written}`);
  return { written, meant: pathname.replaceAll(/\/{2,}/g, '/'), rest };
}

/**
 * Returns a preload link, as short as possible: each byte of a document beyond ten packets costs a visitor a round
 * trip.
 */
const preloadOf = (url: string, priority: string) =>
  `<${url}>;rel=${url.endsWith('.css') ? 'preload;as=style;crossorigin' : `modulepreload${priority}`}`;

/** Scripts at the usual priority take up the connections that the people of a feed and the first photo need. */
const BEHIND_PHOTO = ';fetchpriority=low';

function readPages(file: string): Page[] {
  const { start, pages } = JSON.parse(readFileSync(file, 'utf8')) as PageList;
  return pages.map(({ pattern, files, camera = false, photo = false, secret = false }) => ({
    camera,
    secret,
    pattern: new RegExp(pattern),
    link: [...start, ...files].map((url) => preloadOf(url, photo ? BEHIND_PHOTO : '')).join(),
  }));
}

/** Allows the document to use the camera, which every other page may not. */
function allowCamera(reply: FastifyReply): void {
  const policy = String(reply.getHeader('permissions-policy'));
  reply.header('permissions-policy', policy.replace('camera=()', 'camera=(self)'));
}

function lifetime(folder: string, file: string): string {
  return path.relative(folder, file).startsWith(`assets${path.sep}`) ? IMMUTABLE : REVALIDATE;
}

/**
 * Returns whether a page may be the response, and whether a browser navigates there: command-line tools accept
 * anything.
 */
function pageWanted({ method, headers }: FastifyRequest): 'by a browser' | 'by anything' | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const accept = headers.accept ?? '*/*';
  if (accept.includes('text/html')) return 'by a browser';
  return accept.includes('*/*') ? 'by anything' : undefined;
}
