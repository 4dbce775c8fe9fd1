import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** How many times slower a mid-range phone is than this machine. */
const SLOWDOWN = 4;

export interface Watched {
  /** The number of tasks above 50 ms. */
  longTasks: number;
  longestTask: number;
  /** Milliseconds from a tap or key to the frame that shows its effect, for the slowest of all. */
  slowestInteraction: number;
}

interface Kept {
  tasks: PerformanceEntry[];
  interactions: PerformanceEntry[];
}

/** Makes every page of a browser record its long tasks and how long it takes to respond to taps and keys. */
export async function watchPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const kept: Kept = { tasks: [], interactions: [] };
    Object.assign(globalThis, { kept });
    new PerformanceObserver((list) => {
      kept.tasks.push(...list.getEntries());
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) kept.interactions.push(entry);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** Runs a task on a slowed-down page; returns its long tasks and slowest interaction. */
export async function whileSlow(page: Page, task: (cdp: CDPSession) => Promise<void>): Promise<Watched> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await rest(page);
  const began = await page.evaluate(() => performance.now());
  await task(cdp);
  await rest(page);
  // What began before the task may be reported only now.
  const { tasks, interactions } = await page.evaluate((from) => {
    const { kept } = globalThis as unknown as { kept: Kept };
    const since = (entries: PerformanceEntry[]) =>
      entries.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration);
    return { tasks: since(kept.tasks), interactions: since(kept.interactions) };
  }, began);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.detach();
  return {
    longTasks: tasks.length,
    longestTask: Math.max(0, ...tasks),
    slowestInteraction: Math.max(0, ...interactions),
  };
}

/** Waits for a while and until the page is idle, because the observers report late. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(() => requestIdleCallback(() => resolve()), 700);
      }),
  );
}

/** Flicks through a page as with a finger, up (positive) or down, by `distance` px in all. */
export async function flick(cdp: CDPSession, distance: number): Promise<void> {
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 420,
    yDistance: distance,
    speed: 4000,
    gestureSourceType: 'touch',
    preventFling: false,
  });
}
