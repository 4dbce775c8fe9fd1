import type { Call } from '@herenow/contract/call';
import { CALLS } from '@herenow/contract/calls';
import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { beforeAll, describe, expect, test } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { dumpDatabase } from '@herenow/testing/dump';
import { api } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { castPeople, TOKEN_SECRET, type Cast } from './authorisation-cast.ts';
import { DESK_ROWS } from './authorisation-desk-rows.ts';
import { FACE_ROWS } from './authorisation-face-rows.ts';
import { OTHER_ROWS } from './authorisation-other-rows.ts';
import { OWN_ROWS } from './authorisation-own-rows.ts';

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
}

/** Values of each JSON type. Neither what a length is compared with nor a text can be made of the last. */
const SAMPLES: readonly (readonly [type: string, value: unknown])[] = [
  ['null', null],
  ['boolean', true],
  ['number', 7.5],
  ['string', 'something'],
  ['array', ['something']],
  ['object', { some: 'thing' }],
  ['object', { length: { toString: 1 }, toString: 1 }],
];

function typesOf(schema: Schema): Set<string> {
  if (schema.anyOf) return new Set(schema.anyOf.flatMap((one) => [...typesOf(one)]));
  if (schema.const !== undefined) return new Set([typeof schema.const]);
  return new Set(schema.type === undefined ? [] : [schema.type].flat());
}

/** Returns every field, including those within objects, as a path. */
function fieldsOf(schema: Schema, path: string[] = []): { path: string[]; types: Set<string> }[] {
  const inner = [schema, ...(schema.anyOf ?? [])].flatMap(({ properties }) =>
    Object.entries(properties ?? {}),
  );
  return inner.flatMap(([name, field]) => [
    { path: [...path, name], types: typesOf(field) },
    ...fieldsOf(field, [...path, name]),
  ]);
}

function withValue(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  const object = (body ?? {}) as Record<string, unknown>;
  return { ...object, [name!]: rest.length === 0 ? value : withValue(object[name!], rest, value) };
}

const withBody = CALLS.filter(({ call }) => call.body && !call.multipart);
const schemaOf = (call: Call) => toJSONSchema(call.body!, { io: 'input', unrepresentable: 'any' }) as Schema;
/** Each field of each body, with the JSON types that it accepts. */
const CASES = withBody.flatMap(({ name, call }) =>
  fieldsOf(schemaOf(call)).map((field) => ({ name, call, ...field, field: field.path.join('.') })),
);

const app = sharedApp({ tokenSecret: TOKEN_SECRET });
let cast: Cast;
let before: string[];
beforeAll(async () => {
  cast = await castPeople(app, 0);
  // The use of a session would be recorded as time passes.
  app.clock.stop();
  before = await written();
});

/** Returns all rows except those that the job queue, the log of protections and the pulse write by themselves. */
const written = async () =>
  (await dumpDatabase(app.pool)).filter(
    (line) =>
      !/^(pgboss\.(version|queue|instance)|public\.(protections|pulse_(samples|moments))) /.test(line),
  );

/** Returns a request of ada's that would succeed. */
const goodInput = (call: Call) =>
  [...OWN_ROWS, ...OTHER_ROWS, ...DESK_ROWS, ...FACE_ROWS]
    .find((row) => row.call === call)!
    .input(cast, cast.actors.owner, app);

describe('a field of a wrong type is refused with a sentence', () => {
  test.each(CASES)('$name: $field', async ({ call, path, types }) => {
    expect(types.size, 'the contract names a type').toBeGreaterThan(0);
    const input = goodInput(call);
    for (const [type, value] of SAMPLES) {
      if (types.has(type) || (type === 'number' && types.has('integer'))) continue;
      const body = withValue(input.body, path, value) as never;
      const answer = await api(app, call, { ...input, body, token: cast.ada.token });
      expect([answer.status, type]).toEqual([400, type]);
      expect(answer.text).toMatch(/^[A-Z].{8,}/);
      // Every refusal of a value has a code of its own, not the generic one.
      expect(answer.headers.get(REFUSAL_HEADER)).toMatch(/^(?!bad-request)[a-z-]+$/);
    }
  });
});

test('none of these calls wrote anything', async () => {
  expect(await written()).toEqual(before);
});

test('every call with a body is tested', () => {
  const found = new Set(CASES.map(({ name }) => name));
  expect([...found].toSorted()).toEqual(withBody.map(({ name }) => name).toSorted());
});
