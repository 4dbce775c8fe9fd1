/**
 * Runs Lighthouse (mobile) on the pages people see first, through TLS and HTTP/2, as in production.
 * `--routes=feed,chat` selects some, `--runs=3` repeats, `--plain` leaves out the proxy before the server.
 */
import { gzipSync } from 'node:zlib';
import { numberOption, textOption } from './lib/options.ts';
import { printTable, type Cell } from './lib/table.ts';
import { visitByLighthouse, type Throttling } from './web/lighthouse.ts';
import { newPhone, type Viewer } from './web/watched-browser.ts';
import { startTown, type Town } from './web/crowded-server.ts';

interface Route {
  path: (town: Town) => string;
  signedIn: boolean;
}

const ROUTES: Record<string, Route> = {
  landing: { path: () => '/', signedIn: false },
  login: { path: () => '/login', signedIn: false },
  feed: { path: () => '/feed', signedIn: true },
  chat: { path: (town) => `/chat/${town.chatId}`, signedIn: true },
};

const chosen = textOption('routes')?.split(',') ?? Object.keys(ROUTES);
const runs = numberOption('runs', 1);

type Visit = Awaited<ReturnType<typeof visit>>;

/** Visits a page with a new browser profile. */
async function visit(url: string, viewer: Viewer | undefined, throttling: Throttling = 'simulate') {
  await using phone = await newPhone(new URL(url).origin, { viewer, emulate: false });
  const { audits, categories } = await visitByLighthouse(url, {
    port: phone.debuggingPort,
    throttling,
    keepsStorage: viewer !== undefined,
  });
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details as { items?: { url: string; resourceType?: string }[] };
  const files = (kind: string) =>
    (details.items ?? []).filter((item) => item.resourceType === kind).map((item) => item.url);
  const lost = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    scripts: files('Script'),
    lost,
  };
}

/** Visits a page, and once more if that fails: one failure among many visits says nothing about the page. */
async function visitTwice(...route: Parameters<typeof visit>): Promise<Visit> {
  return await visit(...route).catch((error: unknown) => {
    console.error(`A visit failed and is made once more: ${String(error)}`);
    return visit(...route);
  });
}

/** Returns the KB of these files after gzip, as the budgets count them. */
async function weight(urls: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const url of new Set(urls)) {
    const response = await fetch(new URL(new URL(url).pathname, town.nodeURL));
    bytes += gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
  }
  return Math.round(bytes / 102.4) / 10;
}

async function visitOften(route: Route, throttling?: Throttling): Promise<Visit[]> {
  const url = new URL(route.path(town), town.baseURL).href;
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run += 1)
    visits.push(await visitTwice(url, route.signedIn ? town.viewer : undefined, throttling));
  return visits;
}

const seconds = (ms: number) => Math.round(ms / 10) / 100;

/** Returns the visit with the median performance. */
function middle(visits: readonly Visit[]): Visit {
  return visits.toSorted((one, other) => one.performance - other.performance)[Math.floor(visits.length / 2)]!;
}

const rows: Cell[][] = [];
const secure = !process.argv.includes('--plain');
await using town = await startTown({ people: 500, messages: 2000 }, { secure });
for (const name of chosen) {
  const route = ROUTES[name];
  if (!route)
    throw new Error(`There is no route named ${name}. There are: ${Object.keys(ROUTES).join(', ')}.`);
  const visits = await visitOften(route);
  const { performance, accessibility, practices, fcp, lcp, tbt, cls, scripts, lost } = middle(visits);
  rows.push([
    name,
    performance,
    accessibility,
    practices,
    seconds(fcp),
    seconds(lcp),
    Math.round(tbt),
    Math.round(cls * 1000) / 1000,
    await weight(scripts),
    lost.join(', ') || '–',
  ]);
}
printTable(
  'Lighthouse, mobile',
  ['route', 'performance', 'accessibility', 'practices', 'FCP s', 'LCP s', 'TBT ms', 'CLS', 'JS KB'],
  rows,
);
if (chosen.includes('feed')) {
  const { fcp, lcp } = middle(await visitOften(ROUTES['feed']!, 'devtools'));
  printTable(
    'The feed where the browser itself is slowed down: a phone on slow 4G',
    ['', 'FCP s', 'first face s'],
    [['feed', seconds(fcp), seconds(lcp)]],
  );
}
