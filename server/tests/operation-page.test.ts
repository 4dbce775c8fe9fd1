import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { startApp } from '@herenow/testing/start-app';

const page = await readFile(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const section = (title: string) => page.split(/^## /m).find((one) => one.startsWith(`${title}\n`))!;

test('the page names every variable that the server reads, and no other', () => {
  const read = new Set<string>();
  const env = new Proxy(
    {},
    {
      get(_, name) {
        read.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(env);
  const named = [...section('Configuration').matchAll(/^\| `([A-Z_]+)` +\|/gm)].map(([, name]) => name!);
  expect(named.toSorted()).toEqual([...read].toSorted());
});

test('the page names every series that the server tells, and no other', async () => {
  await using app = await startApp();
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const told = [...text.matchAll(/^# TYPE (herenow_\w+)/gm)].map(([, name]) => name!);
  const named = new Set([...section('Metrics').matchAll(/`(herenow_\w+)`/g)].map(([, name]) => name!));
  expect([...named].toSorted()).toEqual(told.toSorted());
});
