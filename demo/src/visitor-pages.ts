import { getUser, updateLocation } from '@herenow/contract/profile';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { positionOf, type Page } from './front.ts';
import type { Resident } from './resident.ts';
import { ADA, type Position } from '@herenow/cast/characters';
import type { Settlers } from './settlers.ts';

const file = (name: string) => readFileSync(path.join(import.meta.dirname, '..', 'page', name), 'utf8');

/** Returns the pages under `/demo`, and the route to enter as Ada. */
export function visitorPages(options: {
  settlers: Settlers;
  /** Returns where to put visitors who do not disclose their position. */
  fallback(): Position;
  onPosition(position: Position): Promise<void>;
  visibleCount(): number;
  /** A portrait of each person shown on the page. */
  faces: readonly (() => Promise<Buffer>)[];
}): ReadonlyMap<string, Page> {
  const { settlers } = options;
  let spare: Promise<Resident> | undefined;
  let freshAt = 0;

  /** Registers an Ada in advance, so that a click does not wait for six steps. */
  function prepare(): void {
    spare = settlers.visitor(ADA, options.fallback());
    // The request that waits for it reports the failure.
    spare.catch(() => {});
    freshAt = Date.now();
  }

  async function takeAda(): Promise<Resident> {
    if (!spare) prepare();
    const taken = spare!;
    prepare();
    return await taken.catch(async () => await settlers.visitor(ADA, options.fallback()));
  }

  async function enter(body: Buffer): Promise<unknown> {
    const position = positionOf(body);
    const ada = await takeAda();
    const coordinates = position ?? options.fallback();
    await ada.call(updateLocation, { params: { id: ada.id }, body: { type: 'Point', coordinates } });
    if (position) await options.onPosition(position);
    const { json } = await ada.call(getUser, { params: { id: ada.id } });
    return { authToken: await ada.freshToken(), userId: ada.id, user: json };
  }

  const [html, script, style] = [file('demo.html'), file('demo.js'), file('demo.css')];
  const fixed =
    (type: string, content: string): Page =>
    async (_, response) =>
      send(response, type, content);
  return new Map<string, Page>([
    ['GET /demo', fixed('text/html', html)],
    ['GET /demo/demo.js', fixed('text/javascript', script)],
    ['GET /demo/demo.css', fixed('text/css', style)],
    ...options.faces.map((face, index): [string, Page] => [
      `GET /demo/face-${index}.jpg`,
      async (_, response) => send(response, 'image/jpeg', await face()),
    ]),
    [
      'GET /demo/town',
      async (_, response) => {
        if (!spare || Date.now() - freshAt > 60 * 60_000) prepare();
        send(response, 'application/json', JSON.stringify({ visible: options.visibleCount() }));
      },
    ],
    [
      'POST /demo/enter',
      async (request, response, body) => {
        // A page from another origin cannot send this content type without a preflight request.
        if (request.headers['content-type'] !== 'application/json') response.writeHead(415).end();
        else send(response, 'application/json', JSON.stringify(await enter(body)));
      },
    ],
  ]);
}

function send(response: ServerResponse, type: string, content: string | Buffer): void {
  response.writeHead(200, {
    'content-type': typeof content === 'string' ? `${type}; charset=utf-8` : type,
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  response.end(content);
}
