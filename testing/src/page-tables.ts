import { readFile, writeFile } from 'node:fs/promises';

/** The markers around a generated table in a page. */
const marks = (name: string, command: string) => ({
  begin: `<!-- ${name}: written by npm run ${command} -->\n`,
  end: `\n<!-- end of ${name} -->`,
});

export type Marks = ReturnType<typeof marks>;
export const BOUNDS = marks('bounds', 'bounds');
export const HOLDINGS = marks('holdings', 'holdings');

/** A Markdown table without padding; the first row is the head. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`.replaceAll(/ +/g, ' '))
    .join('\n');
}

/** The table in the page, its padding removed. */
export function tableIn(page: string, { begin, end }: Marks): string {
  return page
    .slice(page.indexOf(begin) + begin.length, page.indexOf(end))
    .trim()
    .split('\n')
    .map((row) => row.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---'))
    .join('\n');
}

export async function rewriteTable(file: string, { begin, end }: Marks, table: string): Promise<void> {
  const page = await readFile(file, 'utf8');
  const before = page.slice(0, page.indexOf(begin) + begin.length);
  await writeFile(file, `${before}\n${table}\n${page.slice(page.indexOf(end))}`);
}
