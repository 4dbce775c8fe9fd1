import { DESTINATIONS, QUEUES } from '@herenow/contract/queue';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { isExactly } from '../src/lib/allow-list.ts';

const FILE = path.resolve(import.meta.dirname, '../../docs/realtime.md');
const BODIES: Record<string, ZodMiniType> = {
  ...Object.fromEntries(Object.entries(QUEUES).map(([name, body]) => [`/user/queue/${name}`, body])),
  ...DESTINATIONS,
};

let page: string;
beforeAll(async () => {
  page = await readFile(FILE, 'utf8');
});

/** Returns the section from the heading of a queue or destination to the next heading. */
const sectionOf = (name: string) =>
  page.split(/^##+ /m).find((section) => section.startsWith(`\`${name}\``)) ?? '';
const examplesOf = (section: string) =>
  [...section.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json!) as unknown);
const fieldsOf = (schema: ZodMiniType) =>
  Object.keys(
    (toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties: object }).properties,
  );

describe.each(Object.entries(BODIES))('%s', (name, schema) => {
  test('is explained, and its example matches the schema', () => {
    const examples = examplesOf(sectionOf(name));
    expect(examples).toHaveLength(1);
    for (const example of examples) expect(isExactly(schema, example)).toBe(true);
  });

  test('has no field that the page does not name', () => {
    const section = sectionOf(name);
    for (const field of fieldsOf(schema)) {
      // Fields that only changed messages have may be named anywhere on the page.
      const where =
        name === '/user/queue/messages' || name === '/user/queue/messages-delete' ? page : section;
      expect(where, field).toMatch(new RegExp(`"${field}"|\`${field}\``));
    }
  });
});

test('there is no section for anything outside the contract', () => {
  const sections = [...page.matchAll(/^### `(\/[^`]+)`/gm)].map(([, name]) => name!);
  expect(sections.toSorted()).toEqual(Object.keys(BODIES).toSorted());
});

test('the page names every kind of notification, every refusal of a socket and every close code', () => {
  for (const type of QUEUES.notifications.shape.type.options) expect(page).toContain(`\`${type}\``);
  for (const status of [400, 401, 403, 404, 429, 503]) expect(page).toContain(`| ${status} |`);
  for (const code of [1000, 1002, 1008, 1009, 1012]) expect(page).toContain(`| ${code} |`);
});
