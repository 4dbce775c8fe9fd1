import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram, howToGet, runProgram } from './programs.ts';

/** A statement as the server issues it. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/**
 * Runs statements with pgbench, which picks a script at random for each of its transactions. Values are sent as
 * parameters of prepared statements, as the server sends them. Returns how many transactions it makes a second, or a
 * sentence if pgbench is missing.
 */
export async function pgbench(
  url: string,
  scripts: readonly (readonly Statement[])[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number | string> {
  const program = findProgram('pgbench');
  if (!program) return howToGet('pgbench');
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-pgbench-'));
  const variables: string[] = [];
  const files: string[] = [];
  for (const [index, statements] of scripts.entries()) {
    const file = path.join(folder.path, `${index}.sql`);
    const texts = statements.map(({ text, values }, part) => {
      const name = (number: number | string) => `s${index}_${part}_${number}`;
      values.forEach((value, at) => variables.push('-D', `${name(at + 1)}=${asText(value)}`));
      return `${text.replace(/\$(\d+)/g, (_, number: string) => `:${name(number)}`)};\n`;
    });
    await writeFile(file, texts.join(''));
    files.push('-f', file);
  }
  const threads = Math.min(clients, 2);
  const { stdout } = await runProgram(
    program,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      `${clients}`,
      '-j',
      `${threads}`,
      '-T',
      `${seconds}`,
      ...variables,
      ...files,
      url,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (perSecond === undefined) throw new Error(`pgbench did not tell its rate:\n${stdout}`);
  return Number(perSecond);
}

/** Returns a value in the text form that the database reads. */
function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(asText(item))).join(',')}}`;
  return String(value);
}
