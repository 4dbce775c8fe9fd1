import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { jsonWriter } from './allow-list.ts';

const person = z.object({
  name: z.string(),
  born: z.nullable(z.iso.date()),
  home: z.nullable(z.object({ at: z.tuple([z.number(), z.number()]) })),
  seenAt: z.optional(z.iso.datetime()),
  age: z.int(),
  tags: z.array(z.string()),
  kind: z.enum(['a', 'b']),
  other: z.nullable(z.enum(['a', 'b'])),
});
const ada = {
  name: 'Ada "the \u2028 first" \\',
  born: '1990-05-14',
  home: { at: [13.405, -0.000_001] },
  seenAt: '2026-01-31T20:00:00.000Z',
  age: 36,
  tags: ['a', ''],
  kind: 'b',
  other: 'a',
};

test.each([
  ada,
  { ...ada, born: null, home: null, tags: [], other: null },
  { ...ada, seenAt: undefined },
  { ...ada, born: '"},"x":{"', seenAt: '"\n', kind: '"' },
])('what the schema names is written as JSON.stringify does', (value) => {
  expect(JSON.parse(jsonWriter(person)(value))).toEqual(JSON.parse(JSON.stringify(value)));
});

test('what the schema does not name is left out, however deep', () => {
  const more = { ...ada, email: 'ada@example.org', home: { at: [1, 2], street: 'x' } };
  expect(JSON.parse(jsonWriter(z.array(person))([more]))).toEqual([{ ...ada, home: { at: [1, 2] } }]);
});

test('one of two shapes is written with what it names', () => {
  const either = jsonWriter(
    z.union([person, z.object({ name: z.string(), other: z.nullable(z.enum(['a'])) })]),
  );
  expect(JSON.parse(either(ada))).toEqual(ada);
  expect(JSON.parse(either({ name: 'Bela', other: null }))).toEqual({ name: 'Bela', other: null });
});

test('what is missing is a fault', () => {
  expect(() => jsonWriter(person)({ ...ada, name: undefined })).toThrow('"name" is required');
});
