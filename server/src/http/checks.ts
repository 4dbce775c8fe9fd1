import type { Call } from '@herenow/contract/call';
import * as refusals from '@herenow/contract/refusals';
import * as z from 'zod/mini';
import { invalid, Refused } from '../lib/errors.ts';
import type { Caller } from './admission.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Marks problems for which the schema has no text of its own, whatever the library’s language is. */
const UNNAMED = 'unnamed problem';

/**
 * Parses a value; undefined if zod itself threw. It reads the `length` of any value, even where it expects a text, and
 * that of `{"length":{"toString":1}}` cannot be compared.
 */
function tryParse(schema: z.ZodMiniType, value: unknown) {
  try {
    return z.safeParse(schema, value, { error: () => UNNAMED });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Parses a value. Throws 400 with the text of the first problem. */
export function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = tryParse(schema, value);
  if (!result) throw new Refused(refusals.badBody);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = issue.path.join('.');
  if (issue.message !== UNNAMED) throw invalid(issue.message);
  throw field === '' ? new Refused(refusals.badBody) : new Refused(refusals.badField, { words: { field } });
}

export function checkParams(call: Call, params: Record<string, string>, caller: Caller): void {
  for (const [name, value] of Object.entries(params)) {
    if (call.actsAs?.includes(name) && value.toLowerCase() !== caller.userId)
      throw new Refused(refusals.notYours);
    if (!ID.test(value)) throw new Refused(call.missing ?? refusals.notFound);
    params[name] = value.toLowerCase();
  }
}

/** Throws 403 unless the user whom the call names as acting is the token’s owner. */
export function checkActor(call: Call, body: unknown, caller: Caller): void {
  if (typeof body !== 'object' || body === null) return;
  for (const name of call.actsAs ?? []) {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value === 'string' && ID.test(value) && value.toLowerCase() !== caller.userId)
      throw new Refused(refusals.notYours);
  }
}
