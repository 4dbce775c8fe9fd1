/** Measures how soon uploaded photos can be seen, and the weight of a feed on a phone (390 × 844 at 3 pixels each). */
import { uploadPhotos } from '@herenow/contract/photos';
import type { Photo } from '@herenow/contract/entities';
import { numberOption } from './lib/options.ts';
import { printTable, type Cell } from './lib/table.ts';
import { newPhone } from './web/watched-browser.ts';
import { photograph } from './web/photographs.ts';
import { startTown, type Town } from './web/crowded-server.ts';
import { rest } from './web/watch.ts';

const uploads = numberOption('uploads', 9);
const KB = 1024;

/** Uploads photos as the client does; returns the ms until the smallest file of the last one is there. */
async function upload({ baseURL, viewer }: Town, pictures: readonly Buffer[]): Promise<number> {
  const form = new FormData();
  form.set('userId', viewer.user.id);
  for (const picture of pictures) form.append('images', new Blob([new Uint8Array(picture)]), 'photo.jpg');
  const began = performance.now();
  const answer = await fetch(new URL(uploadPhotos.path, baseURL), {
    method: 'POST',
    headers: { authorization: `Bearer ${viewer.token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const photos = (await answer.json()) as Photo[];
  const smallest = photos.at(-1)!.srcset.split(' ')[0]!;
  await (await fetch(new URL(smallest, baseURL))).arrayBuffer();
  return performance.now() - began;
}

async function uploadRows(town: Town): Promise<Cell[][]> {
  const picture = await photograph();
  const rows: Cell[][] = [];
  for (const count of [1, 3]) {
    const pictures = Array.from({ length: count }, () => picture);
    await upload(town, pictures);
    const times: number[] = [];
    for (let run = 0; run < uploads; run += 1) times.push(await upload(town, pictures));
    times.sort((one, other) => one - other);
    rows.push([
      `${count} × ${Math.round(picture.length / KB)} KB`,
      times[Math.floor(uploads / 2)],
      times.at(-1),
    ]);
  }
  return rows;
}

interface Loads {
  photos: number;
  bytes: number;
  widths: Set<string>;
}

/** Returns which photos a phone loads to open a page, and which in all to see its first twenty cards or rows. */
async function look(town: Town, path: string): Promise<[Loads, Loads]> {
  await using phone = await newPhone(town.baseURL, { viewer: town.viewer });
  const page = await phone.context.newPage();
  const loads: Loads = { photos: 0, bytes: 0, widths: new Set() };
  page.on('response', async (response) => {
    const file = /\/photos\/[^/]+\/([^/?]+)/.exec(response.url())?.[1];
    if (!file) return;
    loads.photos += 1;
    loads.widths.add(file);
    loads.bytes += (await response.body()).length;
  });
  const snapshot = (): Loads => ({ ...loads, widths: new Set(loads.widths) });
  await page.goto(path);
  await page.getByRole('main').getByRole('img').first().waitFor();
  await page.waitForLoadState('networkidle');
  const opened = snapshot();
  const cards = page.getByRole('main').locator('ul').first().locator('> li');
  for (let at = 0; at < Math.min(20, await cards.count()); at += 1) {
    await cards.nth(at).scrollIntoViewIfNeeded();
    await rest(page);
  }
  await page.waitForLoadState('networkidle');
  return [opened, snapshot()];
}

await using town = await startTown({ people: 60, messages: 20 });
printTable('From upload to ready, ms', ['photos', 'median', 'slowest'], await uploadRows(town));
const [opened, seen] = await look(town, '/feed');
printTable(
  'Photos of the feed on a phone',
  ['', 'photos', 'KB', 'KB each', 'files'],
  [
    ['page opened', opened],
    ['20 cards seen', seen],
  ].map(([what, loads]) => {
    const { photos, bytes, widths } = loads as Loads;
    return [what as string, photos, bytes / KB, bytes / KB / photos, [...widths].toSorted().join(' ')];
  }),
);
