import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
/** Folders that are generated, not written. */
const MADE = /^(?:node_modules|dist|data|data-.*|screens|test-results|\.git)$/;

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !MADE.test(name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(file) : [file];
    });
}

const files = filesIn('');
const documents = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

/** Returns the source files that a document names, by their path or the end of it. */
const named = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|sql))`/g)].map(([, name]) => name!);
const linked = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)].map(([, target]) => target!);

/** Returns the scripts of the package that a document runs. */
const commands = (text: string) =>
  [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name!);
/** Returns the headings of a document in the form of a link's fragment. */
const headings = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

/** The texts of the warnings and errors of the log. */
const warnings = files
  .filter((file) => /^(?:server|postgres)\/src\/.*(?<!\.test)\.ts$/.test(file))
  .flatMap((file) => [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      // The lines of an outage, too.
      /\b(?:log\.(?:warn|error|fatal)\([^;]*?|away: |still: )'([^'\n]+)',?\s*[),}]/g,
    ),
  ])
  .map(([, text]) => text!);

test('the document says what to do about every warning of the log', () => {
  const text = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  expect(warnings.length).toBeGreaterThan(20);
  // The part after a comma or a colon is already advice.
  const unknown = warnings.filter((warning) => !text.includes(`*${warning.split(/[,:]/)[0]}`));
  expect(unknown).toEqual([]);
});

test.each(documents)('%s names files, commands and headings that are there', (document) => {
  const read = (file: string) => readFileSync(path.resolve(root, path.dirname(document), file), 'utf8');
  const text = read(path.basename(document));
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const sections = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([\w-]+)\)/g)];
  const missing = [
    ...named(text).filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`))),
    ...linked(text).filter((target) => !existsSync(path.resolve(root, path.dirname(document), target))),
    ...commands(text).filter((name) => !(name in scripts)),
    ...sections
      .filter(([, file, heading]) => !headings(file ? read(file) : text).includes(heading!))
      .map(([link]) => link),
  ];
  expect(missing).toEqual([]);
});
