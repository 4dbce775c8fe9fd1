import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';

/** Whether a value, as it travels, is of the schema and carries nothing that the schema does not name. */
export function isExactly(schema: z.ZodMiniType, value: unknown): boolean {
  const wire: unknown = JSON.parse(JSON.stringify(value));
  const parsed = z.safeParse(schema, wire);
  return parsed.success && isDeepStrictEqual(parsed.data, wire);
}
