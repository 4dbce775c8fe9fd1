import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { becomeVisible } from '@herenow/testing/public-person';
import { expect, PHONE, test } from './fixtures.ts';
import { pin } from './meetings.ts';
import { enter, quietPlace, someone } from './signed-in.ts';
import { atRest } from './tour/visit.ts';

test.use({ ...PHONE, contextOptions: { reducedMotion: 'reduce' } });

type Colour = readonly number[];

const photo = (background: string) =>
  sharp({ create: { width: 540, height: 720, channels: 3, background } })
    .png()
    .toBuffer();

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the colours that a page shows in a box. */
async function pixels(page: Page, clip: Box): Promise<Colour[]> {
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(3 * at, 3 * at + 3)]);
}

/** What is written or drawn in white over the photos of a page: how opaque, and how much it must stand out. */
async function whiteOnPhotos(page: Page) {
  return await page.evaluate(() => {
    const found: { what: string; opacity: number; least: number; box: Box }[] = [];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    const add = (what: string, by: Element, rectangles: Iterable<DOMRect>, least: number) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = getComputedStyle(by).color;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      if (Math.min(red!, green!, blue!) < 250) return;
      if (!by.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
      for (const { x, y, width, height, bottom } of rectangles) {
        const below = document.elementsFromPoint(x + width / 2, y + height / 2);
        if (below.some((one) => one.matches('img')) && width > 1 && bottom < innerHeight)
          found.push({ what, opacity: alpha! / 255, least, box: { x, y, width, height } });
      }
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const { fontSize, fontWeight } = getComputedStyle(text.parentElement!);
      const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      const range = new Range();
      range.selectNode(text);
      add(text.data, text.parentElement!, range.getClientRects(), isLarge ? 3 : 4.5);
    }
    for (const icon of document.querySelectorAll('svg'))
      add(icon.closest('button')?.ariaLabel ?? icon.outerHTML, icon, icon.getClientRects(), 3);
    return found;
  });
}

/** Expects that at least these are on the photos of a page, and that all is legible there, pixel by pixel. */
async function expectLegible(page: Page, names: string[]): Promise<void> {
  await atRest(page);
  const all = await whiteOnPhotos(page);
  expect(all.map(({ what }) => what)).toEqual(expect.arrayContaining(names));
  const style = await page.addStyleTag({
    content: '* { color: transparent !important } svg { visibility: hidden }',
  });
  for (const { what, opacity, least, box } of all) {
    const over = (colour: Colour) => colour.map((part) => 255 * opacity + part * (1 - opacity));
    const ground = await pixels(page, box);
    const weakest = Math.min(...ground.map((colour) => contrast(colour, over(colour))));
    expect.soft(weakest, `${page.url()}: ${what}`).toBeGreaterThanOrEqual(least);
  }
  await style.evaluate((element) => (element as HTMLElement).remove());
}

/** The pixels through the middle of an element, with two on either side. */
async function across(one: Locator): Promise<Colour[]> {
  const { x, y, width, height } = (await one.boundingBox())!;
  return await pixels(one.page(), { x: x + width / 2, y: y - 2, width: 1, height: height + 4 });
}

/** Expects that each mark stands out from the photo, and that of the shown photo from the others. */
async function expectDistinct(marks: Locator, ground: Colour): Promise<void> {
  await expect(marks).toHaveCount(3);
  await atRest(marks.page());
  const middles: Colour[] = [];
  for (const mark of await marks.all()) {
    const line = await across(mark);
    middles.push(line[Math.floor(line.length / 2)]!);
    const most = Math.max(...line.map((colour) => contrast(colour, ground)));
    expect.soft(most, 'a mark on the photo').toBeGreaterThanOrEqual(3);
  }
  expect.soft(contrast(middles[0]!, middles[1]!), 'the mark of the shown photo').toBeGreaterThanOrEqual(3);
}

for (const [colour, ground] of [
  ['white', [255, 255, 255]],
  ['black', [0, 0, 0]],
] as const)
  test(`what is on a photo is legible on ${colour}`, async ({ page, baseURL }) => {
    const pictures = Array<Buffer>(3).fill(await photo(colour));
    const at = quietPlace();
    const [ada, bela, chidi] = await Promise.all(
      ['Ada', 'Bela', 'Chidi'].map((name) => someone(name, { baseURL, at, pictures })),
    );
    await Promise.all([ada!, bela!, chidi!].map((one) => becomeVisible(one)));
    await pin(chidi!, ada!);

    await enter(page, ada!, '/feed');
    await expectLegible(page, ['Bela', 'They/Them', '< 1 km', 'Pin Bela']);
    await expectDistinct(page.getByRole('article').locator('.photo-place'), ground);
    await page.goto(`/profile/${bela!.id}`);
    await expectLegible(page, ['Back', 'More', 'Show the whole photo']);
    const dots = page.getByRole('button', { name: /^Photo \d$/ }).locator('span');
    await expectDistinct(dots, ground);
    await page.getByRole('button', { name: 'Show the whole photo' }).click();
    await expectDistinct(page.getByRole('dialog').locator(dots), ground);
    await page.goto('/chats');
    await expectLegible(page, ['Chidi']);
    await page.goto('/my-profile');
    await expectLegible(page, ['First', 'Change photo 1']);
  });

test('the longest name darkens no distance', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  await becomeVisible(await someone('B'.repeat(60), { baseURL, at, pictures: [await photo('black')] }));
  await enter(page, ada, '/feed');
  const distance = page.getByText('< 1 km');
  await expect(distance).toBeVisible();
  await atRest(page);
  const written = await pixels(page, (await distance.boundingBox())!);
  expect(Math.max(...written.map(luminance))).toBeGreaterThan(0.9);
});
