import type { Browser, BrowserContext, Page } from '@playwright/test';
import path from 'node:path';
import sharp from 'sharp';

export const PASSWORD = 'Correct1horse';

/** Berlin, and two places in Lisbon 3 km apart, where no other test leaves anybody visible. */
export const PLACES = {
  centre: { latitude: 52.5203719, longitude: 13.4048257 },
  lisbon: { latitude: 38.7203719, longitude: -9.1448257 },
  lisbonNorth: { latitude: 38.7473641, longitude: -9.1447921 },
} as const;

export interface Visitor {
  context: BrowserContext;
  page: Page;
}

/** A browser of one's own that stands at a place and may say so. */
export async function visitor(
  browser: Browser,
  baseURL: string,
  geolocation: { latitude: number; longitude: number },
  viewport = { width: 390, height: 844 },
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL, geolocation, permissions: ['geolocation'], viewport });
  return { context, page: await context.newPage() };
}

/** A picture of some colour in the size of a phone's, as a file's content. */
export async function picture(background: string): Promise<Buffer> {
  const circle = '<svg width="1600" height="1200"><circle cx="800" cy="600" r="420" fill="#ffffff88"/></svg>';
  return await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .composite([{ input: Buffer.from(circle) }])
    .png()
    .toBuffer();
}

/** The same as a file below a folder; answers its path. */
export async function pictureFile(folder: string, name: string, background: string): Promise<string> {
  const file = path.join(folder, `${name}.png`);
  await sharp(await picture(background)).toFile(file);
  return file;
}
