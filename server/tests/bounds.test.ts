import { CALLS } from '@herenow/contract/calls';
import { DESTINATIONS, QUEUES } from '@herenow/contract/queue';
import { RATES } from '@herenow/contract/rates';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { boundsTable, SECURITY_PAGE } from '@herenow/testing/bounds-table';
import { BOUNDS, tableIn } from '@herenow/testing/page-tables';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';

/** Returns the places where a schema allows a list of any length. */
function endlessLists(schema: ZodMiniType, io: 'input' | 'output'): string[] {
  const found: string[] = [];
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const list = node as { type?: unknown; maxItems?: unknown; prefixItems?: unknown; items?: unknown };
    const isTuple = list.prefixItems !== undefined && list.items === undefined;
    if (list.type === 'array' && list.maxItems === undefined && !isTuple) found.push(path);
    for (const [name, child] of Object.entries(node)) walk(child, `${path}.${name}`);
  };
  walk(toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }), '');
  return found;
}

test.each(CALLS.map(({ name, call }) => [name, call] as const))('every list of %s has an end', (_, call) => {
  const inputs = [call.body, call.query].filter((schema) => schema !== undefined);
  const answers = typeof call.answer === 'string' ? [] : [call.answer];
  expect(inputs.flatMap((schema) => endlessLists(schema, 'input'))).toEqual([]);
  expect(answers.flatMap((schema) => endlessLists(schema, 'output'))).toEqual([]);
});

test.each(Object.entries({ ...QUEUES, ...DESTINATIONS }))('every list on %s has an end', (_, schema) => {
  expect(endlessLists(schema, 'output')).toEqual([]);
});

test.each(CALLS.map(({ name, call }) => [name, call] as const))(
  '%s says how large its body may be',
  (_, call) => {
    expect(call.bound.body === undefined).toBe(call.body === undefined && !call.multipart);
  },
);

test('an overloaded node still lets users leave, sign out, block and report', () => {
  const out = CALLS.filter(({ call }) =>
    /go-offline|logout|sessions\/|user\/(block|report)$/.test(call.path),
  ).map(({ call: { path, bound } }) => [path, bound.kept ?? !('shed' in RATES[bound.rate])]);
  expect(out).toEqual(out.map(([path]) => [path, true]));
  expect(out).toHaveLength(5);
});

test('the table of bounds in the documents matches the contract', async () => {
  expect(tableIn(await readFile(SECURITY_PAGE, 'utf8'), BOUNDS), 'Run npm run bounds.').toBe(boundsTable());
});
