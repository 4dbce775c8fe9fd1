/** Rewrites the table of bounds in docs/security.md from the contract. */
import type { Answer } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import type { DestinationName } from '@herenow/contract/queue';
import { RATES, type Rate, type RateName } from '@herenow/contract/rates';
import { REALTIME } from '@herenow/contract/constants';
import path from 'node:path';
import { toJSONSchema } from 'zod/mini';
import { BOUNDS, rewriteTable, tableOf } from './page-tables.ts';

/** The rate of each destination, beside that of all frames of a user. */
const DESTINATION_RATES: Record<DestinationName, RateName> = {
  '/app/chat.seen': 'frames',
  '/app/chat.delete': 'frames',
  '/app/chat.typing': 'typing',
  '/app/feed.watch': 'frames',
};

export const SECURITY_PAGE = path.join(import.meta.dirname, '../../docs/security.md');

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
  const { points, seconds, burst, by, shared, daily }: Rate = RATES[name];
  const atOnce = burst === points ? '' : `, ${count(burst)} at once`;
  const inADay = daily === undefined ? '' : `, ${count(daily)} a day`;
  return `${count(points)} ${span(seconds)}${atOnce}${inADay}, by ${by ?? 'account'}${shared ? ', at all nodes' : ''}`;
}

function shedText(name: RateName): string {
  const { shed }: Rate = RATES[name];
  return shed ?? '';
}

/** The longest list in a response: the response itself, or a list directly inside it. */
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
    call.bound.kept ? '' : shedText(call.bound.rate),
  ]);
  const destinations = Object.entries(DESTINATION_RATES).map(([name, rate]) => [
    `\`SEND ${name as DestinationName}\``,
    rateText(rate),
    bytes(REALTIME.maxFrameBytes),
    '',
    '',
  ]);
  return tableOf(
    ['what', 'how often', 'largest body', 'longest list', 'refused when out of breath'],
    [...calls, ...destinations],
  );
}

if (process.argv[1] === import.meta.filename) await rewriteTable(SECURITY_PAGE, BOUNDS, boundsTable());
