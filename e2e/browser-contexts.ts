import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Character } from '@herenow/cast/characters';
import { portraitsOf } from './portraits.ts';

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

/** A person’s photo as a phone takes it, far wider than a card, as a PNG file’s content. */
export async function widePicture(character: Character): Promise<Buffer> {
  const [portrait] = await portraitsOf(character, 0, 1);
  return await sharp(portrait).resize(1600, 1200, { fit: 'contain', background: '#8a9a7b' }).png().toBuffer();
}
