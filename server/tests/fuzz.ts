import { CALLS } from '@herenow/contract/calls';
import type { Call } from '@herenow/contract/call';
import { DESTINATIONS } from '@herenow/contract/queue';
import { meet, send } from '@herenow/testing/encounters';
import { byHttp, people, type Ask, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';

/** Returns a generator of numbers from 0 to 1, determined by the seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const ODD_NUMBERS = [0, -0, -1, 0.1, 1e308, -1e308, 2 ** 53, -(2 ** 63), 1e21, 4_294_967_296];

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uDFFF\uD800',
  '\u202Egnp.exe',
  '\u200B',
  '\uFEFF',
  'ﷺ'.repeat(300),
  '😀'.repeat(500),
  'a'.repeat(10_000),
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  '$1',
  '%00',
  '%s%n',
  '{{7*7}}',
  '\\u0000',
  '\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'x\r\nSet-Cookie: a=b',
  '../../etc/passwd',
  'NaN',
  'Infinity',
  'undefined',
  '1e5',
  '0x10',
  '-1',
  '١٢٣',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-01-01',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '1969-12-31T23:59:59-14:00',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'not-a-uuid',
  '__proto__',
];

/** Values that an attacker or a faulty program sends in place of the right ones. */
const ODD: readonly unknown[] = [
  ...ODD_NUMBERS,
  ...ODD_TEXTS,
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { length: 5 },
  // Cannot be compared with a number.
  { length: { toString: 1 } },
  { toString: 1 },
  { $gt: '' },
  { constructor: { prototype: {} } },
  Array.from({ length: 3000 }, (_, n) => n),
  Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`key${n}`, n])),
];

/** Whole bodies that are not values at all, or that parsers handle badly. */
const RAW: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '\u0000',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  '{"a":1,"a":2}',
  '{"userId":"\\u0000"}',
  `{"n":${'9'.repeat(2000)}}`,
  '\uFEFF{}',
];

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  minimum?: number;
}

/** What the values of a round may refer to: existing people, a chat and a message. */
interface Scene {
  ada: Person;
  ids: readonly string[];
}

/** Returns a value that matches the schema. */
function sample(schema: Schema, random: Random, ids: readonly string[]): unknown {
  if (schema.anyOf) return sample(pick(random, schema.anyOf), random, ids);
  if (schema.enum) return pick(random, schema.enum);
  if (schema.const !== undefined) return schema.const;
  if (schema.prefixItems) return schema.prefixItems.map((item) => sample(item, random, ids));
  switch (schema.type) {
    case 'string':
      if (schema.format === 'uuid') return pick(random, ids);
      if (schema.format === 'date-time') return new Date(Date.now() + random() * 4 * 3_600_000).toISOString();
      return pick(random, [
        'Herenow-2026',
        'coffee',
        '123456',
        'ada@example.org',
        'She/Her',
        'Other',
        ...ids,
      ]);
    case 'integer':
    case 'number':
      return (schema.minimum ?? 0) + Math.floor(random() * 20);
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () => sample(schema.items ?? {}, random, ids));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(one, random, ids)]),
      );
    default:
      return pick(random, ODD);
  }
}

/** Returns the value with an error in it, at any depth. */
function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.25) return pick(random, ODD);
  const copy = structuredClone(value) as Record<string, unknown>;
  const names = Object.keys(copy);
  const name = pick(random, [...names, 'extra', 'id', 'userId']);
  if (random() < 0.15) delete copy[name];
  else copy[name] = spoil(copy[name], random);
  return copy;
}

const schemas = new WeakMap<ZodMiniType, Schema>();

function schemaOf(schema: ZodMiniType): Schema {
  const known = schemas.get(schema);
  if (known) return known;
  const found = toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  schemas.set(schema, found);
  return found;
}

function bodyText(schema: ZodMiniType | undefined, random: Random, ids: readonly string[]): string {
  if (random() < 0.06) return pick(random, RAW);
  let value = schema ? sample(schemaOf(schema), random, ids) : {};
  for (let times = Math.floor(random() * 3); times > 0; times -= 1) value = spoil(value, random);
  return JSON.stringify(value) ?? '';
}

const textOf = (odd: unknown) => (typeof odd === 'string' ? odd : (JSON.stringify(odd) ?? '')).slice(0, 3000);

function addressOf(call: Call, random: Random, { ada, ids }: Scene): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (random() < 0.3) return encodeURIComponent(textOf(pick(random, ODD)).toWellFormed());
    return call.actsAs?.includes(name) ? ada.id : pick(random, ids);
  });
  const query = new URLSearchParams();
  if (call.query && random() < 0.8)
    for (const name of Object.keys(schemaOf(call.query).properties ?? {}))
      query.set(name, random() < 0.5 ? pick(random, ['1', '20', ...ids]) : textOf(pick(random, ODD)));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

async function makeScene(app: Fuzzable): Promise<Scene> {
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  const chatId = await meet(app, ada, bela);
  const message = await send(ada, chatId, 'first');
  return { ada, ids: [ada.id, ada.id, bela.id, chidi.id, chatId, message.id, crypto.randomUUID()] };
}

/** `ask` reaches the server by another way than HTTP. */
type Fuzzable = TestApp & { ask?: Ask };

export interface Fuzzed {
  calls: number;
  /** The responses of 500 and above, with the requests that led to them. */
  faults: string[];
  /** How often each status came. */
  statuses: Record<number, number>;
}

/** Makes this many of the contract's calls as a signed-in user, most of them wrong in some way. */
export async function fuzzCalls(
  app: Fuzzable,
  { seed, count }: { seed: number; count: number },
): Promise<Fuzzed> {
  const random = seeded(seed);
  const { ask = byHttp } = app;
  const result: Fuzzed = { calls: 0, faults: [], statuses: {} };

  async function one(scene: Scene): Promise<number> {
    const { call } = pick(random, CALLS);
    const address = addressOf(call, random, scene);
    const body = call.method === 'POST' ? bodyText(call.body, random, scene.ids) : undefined;
    const type =
      random() < 0.03
        ? pick(random, ['text/plain', 'multipart/form-data; boundary=x', 'x'])
        : 'application/json';
    const { status, text } = await ask(new URL(address, app.url), {
      method: call.method,
      headers: { ...scene.ada.headers, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    result.calls += 1;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (status >= 500)
      result.faults.push(`${status} ${text.slice(0, 80)} ${call.method} ${address} ${body?.slice(0, 500)}`);
    return status;
  }

  async function lane(): Promise<void> {
    let scene = await makeScene(app);
    // Some calls sign out, delete the account or change the password: then another user continues.
    while (result.calls < count) if ((await one(scene)) === 401) scene = await makeScene(app);
  }
  await Promise.all([lane(), lane(), lane(), lane()]);
  return result;
}

/** Returns the bodies of this many SENDs, each with its destination. */
export function oddSends(ids: readonly string[], { seed, count }: { seed: number; count: number }) {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const [destination, schema] = pick(random, Object.entries(DESTINATIONS));
    return { destination, body: bodyText(schema, random, ids) };
  });
}
