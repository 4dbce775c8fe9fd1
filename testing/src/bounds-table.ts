/** Rewrites the table of bounds in docs/security.md from the contract. */
import type { Answer } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import { DESTINATION_RATES, type DestinationName } from '@herenow/contract/queue';
import { RATES, type Rate, type RateName } from '@herenow/contract/rates';
import { REALTIME } from '@herenow/contract/constants';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toJSONSchema } from 'zod/mini';

export const SECURITY_PAGE = path.join(import.meta.dirname, '../../docs/security.md');
const BEGIN = '<!-- bounds: written by npm run bounds -->\n';
const END = '\n<!-- end of bounds -->';

const count = (n: number) => n.toLocaleString('en');

function bytes(n: number): string {
  return n >= 1024 * 1024 ? `${n / 1024 / 1024} MB` : `${n / 1024} KB`;
}

const SPANS: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

function span(seconds: number): string {
  const [unit, name] = SPANS.find(([size]) => seconds % size === 0)!;
  return seconds === unit ? `${name === 'hour' ? 'an' : 'a'} ${name}` : `in ${seconds / unit} ${name}s`;
}

function rateText(name: RateName): string {
  const { points, seconds, burst, by, shared }: Rate = RATES[name];
  const atOnce = burst === points ? '' : `, ${count(burst)} at once`;
  return `${count(points)} ${span(seconds)}${atOnce}, by ${by ?? 'account'}${shared ? ', at all nodes' : ''}`;
}

/** The longest list that an answer is, or that stands in it on its own. */
function longest(schema: Answer): string {
  if (typeof schema === 'string') return '';
  const json = toJSONSchema(schema, { unrepresentable: 'any', io: 'output' });
  return json.type === 'array' && json.maxItems !== undefined ? count(json.maxItems) : '';
}

/** One row for each call and each destination. */
export function boundsTable(): string {
  const byPath = CALLS.map(({ call }) => call).toSorted((a, b) =>
    `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1,
  );
  const calls = byPath.map((call) => [
    `\`${call.method} ${call.path}\``,
    rateText(call.bound.rate),
    call.bound.body === undefined ? '' : bytes(call.bound.body),
    longest(call.answer),
  ]);
  const destinations = Object.entries(DESTINATION_RATES).map(([name, rate]) => [
    `\`SEND ${name as DestinationName}\``,
    rateText(rate),
    bytes(REALTIME.maxFrameBytes),
    '',
  ]);
  const rows = [
    ['what', 'how often', 'largest body', 'longest list'],
    ['---', '---', '---', '---'],
    ...calls,
    ...destinations,
  ];
  return rows.map((row) => `| ${row.join(' | ')} |`.replaceAll(/ +/g, ' ')).join('\n');
}

/** What stands in the page, with cells of any width. */
export function boundsOf(page: string): string {
  const table = page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END));
  return table
    .trim()
    .split('\n')
    .map((row) => row.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'))
    .join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const page = await readFile(SECURITY_PAGE, 'utf8');
  const [before, after] = [page.slice(0, page.indexOf(BEGIN) + BEGIN.length), page.slice(page.indexOf(END))];
  await writeFile(SECURITY_PAGE, `${before}\n${boundsTable()}\n${after}`);
}
