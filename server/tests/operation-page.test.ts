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

/** Returns the families of all metrics that the server exports. */
async function listSeries(): Promise<string[]> {
  await using app = await startApp();
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
}

test('the page names every series that the server exports, and no other', async () => {
  const told = (await listSeries()).filter((name) => name.startsWith('herenow_'));
  const named = new Set([...section('Metrics').matchAll(/`(herenow_\w+)`/g)].map(([, name]) => name!));
  expect([...named].toSorted()).toEqual(told.toSorted());
});

test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
  '%s asks for what the server tells',
  async (file) => {
    const told = new Set(await listSeries());
    const text = await readFile(path.resolve(import.meta.dirname, '../../deploy', file), 'utf8');
    const asked = [...text.matchAll(/\b(?:herenow|nodejs|process)_\w+/g)].map(([name]) => name);
    expect(asked.length).toBeGreaterThan(10);
    const family = (name: string) => (told.has(name) ? name : name.replace(/_(?:count|sum|bucket)$/, ''));
    expect(asked.filter((name) => !told.has(family(name)))).toEqual([]);
  },
);

test('each alert says whether it has to wake somebody', async () => {
  const file = path.resolve(import.meta.dirname, '../../deploy/prometheus-alerts.yml');
  const [, ...alerts] = (await readFile(file, 'utf8')).split('- alert: ');
  expect(alerts.length).toBeGreaterThan(10);
  const severity = /^        labels:\n          severity: (?:critical|warning)$/m;
  expect(alerts.filter((alert) => !severity.test(alert))).toEqual([]);
});

test('each row of the table of metrics has an alert', async () => {
  const alerts = await readFile(
    path.resolve(import.meta.dirname, '../../deploy/prometheus-alerts.yml'),
    'utf8',
  );
  const rows = section('Metrics').match(/^\| `herenow_.*$/gm)!;
  const hasAlert = (row: string) =>
    [...row.matchAll(/`(herenow_\w+)`/g)].some(([, name]) =>
      new RegExp(`\\b${name!}(?:_count|_bucket)?\\b`).test(alerts),
    );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !hasAlert(row))).toEqual([]);
});
