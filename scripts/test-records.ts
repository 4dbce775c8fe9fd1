import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What one test came to. */
export interface TestRecord {
  /** Where it stands and what it is called, as its tool names it. */
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Milliseconds, of all tries together. */
  took: number;
  /** More than one where it failed first. */
  tries: number;
  /** What the first try that failed said. */
  problem?: string;
}

/** The environment variable that tells the reporters of both test tools where to leave their records. */
export const RECORDS_FILE = 'TEST_RECORDS';

export function writeRecords(records: readonly TestRecord[]): void {
  const file = process.env[RECORDS_FILE];
  if (!file) throw new Error(`${RECORDS_FILE} does not say where the records go.`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(records));
}

export const forgetRecords = (file: string): void => rmSync(file, { force: true });

/** None if the tool ended before it could write them. */
export function readRecords(file: string): TestRecord[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestRecord[];
  } catch {
    return [];
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const oneLine = (text = 'unknown') => stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, 300);

const listed = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, ...lines]);

/** The slowest tests, and those that needed a second try: each of these is a finding, though it passed in the end. */
export function describeRecords(records: readonly TestRecord[], slowest = 10): string {
  const slow = records.toSorted((one, other) => other.took - one.took).slice(0, slowest);
  const again = records.filter(({ outcome, tries }) => outcome === 'passed' && tries > 1);
  const skipped = records.filter(({ outcome }) => outcome === 'skipped');
  return [
    ...listed(
      `The ${slow.length} slowest tests:`,
      slow.map(({ took, name }) => `  ${seconds(took).padStart(8)}  ${name}`),
    ),
    ...listed(
      'Left out on this machine:',
      skipped.map(({ name }) => `  ${name}`),
    ),
    ...listed(
      `Findings: ${again.length} of the passed tests needed another try.`,
      again.map(({ name, tries, problem }) => `  ${name}\n    try 1 of ${tries}: ${oneLine(problem)}`),
    ),
  ].join('\n');
}
