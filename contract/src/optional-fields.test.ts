import { expect, test } from 'vitest';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { CALLS } from './calls.ts';
import { DESTINATIONS } from './queue.ts';

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Returns the optional fields of a schema, including those of objects within it, as paths. */
function optionalFields(schema: Schema, path = ''): { field: string; schema: Schema }[] {
  return [schema, ...(schema.anyOf ?? [])].flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, inner]) => [
      ...(required.includes(name) ? [] : [{ field: path + name, schema: inner }]),
      ...optionalFields(inner, `${path}${name}.`),
    ]),
  );
}

const takesNull = (schema: Schema) =>
  [schema, ...(schema.anyOf ?? [])].some(({ type = [] }) => [type].flat().includes('null'));

const bodies: [name: string, body: ZodMiniType][] = [
  ...CALLS.flatMap(({ name, call }): [string, ZodMiniType][] => (call.body ? [[name, call.body]] : [])),
  ...Object.entries(DESTINATIONS),
];

test('a field that a body may leave out may be null as well', () => {
  const fields = bodies.flatMap(([name, body]) =>
    optionalFields(toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema).map((one) => ({
      ...one,
      field: `${name}: ${one.field}`,
    })),
  );
  expect(fields.length).toBeGreaterThan(50);
  expect(fields.filter(({ schema }) => !takesNull(schema)).map(({ field }) => field)).toEqual([]);
});
