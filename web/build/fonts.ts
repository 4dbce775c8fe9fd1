import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const css = fileURLToPath(new URL('../src/styles/fonts.css', import.meta.url));
const folder = fileURLToPath(new URL('../node_modules/.cache/fonts', import.meta.url));
const require = createRequire(import.meta.url);

/** The OpenType features that the style uses: joining and spacing of letters, and numbers of equal width. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum'];
const FACE =
  /font-weight: (?<lightest>\d+) (?<boldest>\d+);[^}]*url\('@fonts\/(?<family>[\w-]+)-(?<part>basic|rest)\.woff2'\)[^}]*unicode-range:(?<ranges>[^;]+);/g;

/**
 * Creates the font files that `fonts.css` names under `@fonts`: the Latin letters of English, which every page
 * fetches, and the other Latin letters. Each has the characters and weights of its `unicode-range` and `font-weight`.
 */
export function splitFonts(): Plugin {
  return {
    name: 'herenow:split-fonts',
    async config() {
      for (const { groups } of (await readFile(css, 'utf8')).matchAll(FACE))
        await makeFont(groups!.family!, groups!.part!, {
          ranges: groups!.ranges!,
          wght: { min: Number(groups!.lightest), max: Number(groups!.boldest) },
        });
      return { resolve: { alias: { '@fonts': folder } } };
    },
  };
}

async function makeFont(
  family: string,
  part: string,
  { ranges, wght }: { ranges: string; wght: { min: number; max: number } },
): Promise<void> {
  const source = await readFile(
    require.resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`),
  );
  const asked = JSON.stringify([ranges, FEATURES, wght]);
  const madeOf = createHash('sha256').update(source).update(asked).digest('hex');
  const file = path.join(folder, `${family}-${part}.woff2`);
  const mark = `${file}.made-of`;
  if ((await readFile(mark, 'utf8').catch(() => '')) === madeOf) return;
  const font = await subsetFont(source, charactersOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght },
  });
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.new`, font);
  await rename(`${file}.new`, file);
  await writeFile(mark, madeOf);
}

function charactersOf(ranges: string): string {
  let characters = '';
  for (const [, first, last = first] of ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g))
    for (let code = Number.parseInt(first!, 16); code <= Number.parseInt(last!, 16); code += 1)
      characters += String.fromCodePoint(code);
  return characters;
}
