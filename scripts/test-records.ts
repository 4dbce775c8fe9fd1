import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of one test. */
export interface TestRecord {
  /** The file and title of the test, as its tool names them. */
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Milliseconds, for all tries together. */
  took: number;
  /** More than one if the first try failed. */
  tries: number;
  /** The error message of the first try that failed. */
  problem?: string;
}

/** The environment variable that tells the reporters of both test tools where to write their records. */
export const RECORDS_FILE = 'TEST_RECORDS';

export function writeRecords(records: readonly TestRecord[]): void {
  const file = process.env[RECORDS_FILE];
  if (!file) throw new Error(`${RECORDS_FILE} does not say where the records go.`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(records));
}

export const forgetRecords = (file: string): void => rmSync(file, { force: true });

/** Returns an empty list if the tool ended before it could write the records. */
export function readRecords(file: string): TestRecord[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestRecord[];
  } catch {
    return [];
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const oneLine = (text = 'unknown') => stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, 3000);

const listed = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', title, ...lines]);

/**
 * Lists the ten slowest tests, the skipped ones, and those that needed a second try: each of these is a finding, even
 * though it passed in the end.
 */
export function describeRecords(records: readonly TestRecord[]): string {
  const slow = records.toSorted((one, other) => other.took - one.took).slice(0, 10);
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
