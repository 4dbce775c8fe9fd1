import fastJson, { type Schema } from 'fast-json-stringify';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/** Returns whether a value, once serialised, matches the schema and has nothing that the schema does not name. */
export function isExactly(schema: z.ZodMiniType, value: unknown): boolean {
  const wire: unknown = JSON.parse(JSON.stringify(value));
  const parsed = z.safeParse(schema, wire);
  return parsed.success && isDeepStrictEqual(parsed.data, wire);
}

/**
 * Returns a function that writes values as JSON, with only what the schema names; it throws if something required is
 * missing. Compiled on first use, then about as fast as `JSON.stringify`.
 */
export function jsonWriter(schema: z.ZodMiniType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined;
  return (value) => {
    write ??= fastJson(writable(schema));
    return write(value);
  };
}

function writable(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    reused: 'inline',
    override({ jsonSchema }) {
      // Texts are always escaped, whatever format they declare.
      delete jsonSchema.format;
      delete jsonSchema.pattern;
      // As a choice of two schemas, each value would be checked against both.
      const [one, other] = jsonSchema.anyOf ?? [];
      if (jsonSchema.anyOf?.length !== 2 || one === undefined || other?.type !== 'null') return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, one, { nullable: true }, one.enum && { enum: [...one.enum, null] });
    },
  }) as Schema;
}
