import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Stop } from './stop.ts';
import { centre, type Viewer, type World } from './tour-people.ts';

const SIZES = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  sideways: { width: 844, height: 390 },
  desktop: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
} as const;

export interface Look {
  size: keyof typeof SIZES;
  colorScheme: 'light' | 'dark';
  /** The text size as a factor of the usual one. */
  textSize?: number;
}

/** Goes from stop to stop with one look, in one browser context for each person. */
export function traveller(browser: Browser, baseURL: string, world: World, look: Look) {
  const contexts = new Map<string, Promise<BrowserContext>>();
  const contextOf = (who: Viewer | undefined) => {
    const key = who?.stored.userId ?? '';
    const known = contexts.get(key) ?? open(browser, baseURL, look, who);
    contexts.set(key, known);
    return known;
  };
  return {
    /** Opens a stop and passes on its page once everything on it has settled. */
    async visit(stop: Stop, use: (page: Page) => Promise<void>): Promise<void> {
      const context = await contextOf(stop.who?.(world));
      const page = await context.newPage();
      await stop.before?.(page);
      await page.goto(stop.path(world));
      if (!stop.unfinished) await atRest(page);
      if (stop.act) {
        await stop.act(page, world);
        await atRest(page, stop.unfinished);
      }
      await use(page);
      await page.close();
      // A stop may have taken the page offline.
      await context.setOffline(false);
    },
    async [Symbol.asyncDispose]() {
      for (const context of contexts.values()) await (await context).close();
    },
  };
}

/** How many milliseconds a page must stay unchanged to count as settled. */
const QUIET_MS = 150;
const PATIENCE_MS = 30_000;

/** Waits until a page has loaded everything and stops changing; an unfinished page may keep a skeleton. */
export async function atRest(page: Page, unfinished = false): Promise<void> {
  const limits = { unfinished, quiet: QUIET_MS, patience: PATIENCE_MS };
  const problem = await page.evaluate(async ({ unfinished, quiet, patience }) => {
    // The bar of a toast is a timer that closes the toast.
    const isClock = (one: Animation) => one instanceof CSSAnimation && one.animationName === 'toast-clock';
    const missing = () => {
      if (document.readyState !== 'complete') return 'the document';
      if (!document.querySelector('h1')) return 'a heading';
      if (!unfinished && document.querySelector('[role=status][aria-label]'))
        return 'what a skeleton stands for';
      if (document.fonts.status !== 'loaded') return 'a font';
      if ([...document.images].some((image) => image.loading !== 'lazy' && !image.complete))
        return 'a picture';
      if (document.getAnimations().some((one) => one.playState === 'running' && !isClock(one)))
        return 'the end of an animation';
      return undefined;
    };
    let stillSince = performance.now();
    const deadline = stillSince + patience;
    const observer = new MutationObserver(() => {
      stillSince = performance.now();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    try {
      for (;;) {
        const problem = missing();
        const now = await new Promise(requestAnimationFrame);
        if (problem) stillSince = now;
        else if (now - stillSince >= quiet) return undefined;
        if (now > deadline) return problem ?? 'quiet';
      }
    } finally {
      observer.disconnect();
    }
  }, limits);
  if (problem) throw new Error(`${page.url()} has not come to rest: ${problem} is missing.`);
}

async function open(browser: Browser, baseURL: string, look: Look, who: Viewer | undefined) {
  const [longitude, latitude] = who?.at ?? centre;
  const context = await browser.newContext({
    baseURL,
    viewport: SIZES[look.size],
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    // A service worker would keep files of one build for the next run.
    serviceWorkers: 'block',
    geolocation: { latitude, longitude },
    permissions: ['geolocation', 'notifications'],
  });
  const prepared = { stored: who?.stored, textSize: look.textSize };
  await context.addInitScript(({ stored, textSize }) => {
    if (location.protocol === 'about:') return;
    if (stored && !localStorage.getItem('authToken'))
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    if (textSize)
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = `${textSize * 100}%`;
      });
  }, prepared);
  return context;
}
