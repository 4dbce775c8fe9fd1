const LATEST_MS = 1000;

/**
 * Settles once something of what the page is about is on the screen: what it shows first shares the network and the
 * processor with nothing else. Where that cannot be seen, in a tab behind another one or because the document showed
 * the first photo already, it settles after a second.
 */
export const firstContent = new Promise<void>((resolve) => {
  const painted = () => document.querySelector('.boot') ?? resolve();
  new PerformanceObserver(painted).observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(resolve, LATEST_MS);
});
