const LATEST_MS = 1000;

/**
 * Resolves once the main content of the page is on the screen, with the photo that loads first if there is one, so that
 * nothing competes with it for network and processor. If that cannot be observed, in a background tab or because the
 * document already showed the first photo, resolves after a second.
 */
export const firstContent = new Promise<void>((resolve) => {
  const painted = () => {
    const first = document.querySelector<HTMLImageElement>('.boot,[loading=eager]');
    if (!first || first.complete) resolve();
  };
  new PerformanceObserver(painted).observe({ type: 'largest-contentful-paint' });
  setTimeout(resolve, LATEST_MS);
});
