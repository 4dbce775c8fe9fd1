import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Character } from '@herenow/cast/characters';
import { portraitsOf } from './portraits.ts';

/** Berlin, and two places in Lisbon 3 km apart, where no other test leaves a visible user. */
export const PLACES = {
  centre: { latitude: 52.5203719, longitude: 13.4048257 },
  lisbon: { latitude: 38.7203719, longitude: -9.1448257 },
  lisbonNorth: { latitude: 38.7473641, longitude: -9.1447921 },
} as const;

export interface Visitor {
  context: BrowserContext;
  page: Page;
}

/** Opens a separate browser context at a place, with permission to read its position. */
export async function visitor(
  browser: Browser,
  baseURL: string,
  geolocation: { latitude: number; longitude: number },
  viewport = { width: 390, height: 844 },
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL, geolocation, permissions: ['geolocation'], viewport });
  return { context, page: await context.newPage() };
}

/** Returns a person’s photo as a phone takes it, much wider than a card, as the content of a PNG file. */
export async function widePicture(character: Character): Promise<Buffer> {
  const [portrait] = await portraitsOf(character, 0, 1);
  return await sharp(portrait).resize(1600, 1200, { fit: 'contain', background: '#8a9a7b' }).png().toBuffer();
}
