import { whenQuiet } from '../first-paint/when-idle.ts';

/**
 * Makes the built client one that can be installed: names its manifest and registers its worker. Both fetch a lot; the
 * page that is opening goes first.
 */
export function makeInstallable(): void {
  if (!import.meta.env.PROD) return;
  const later = () =>
    whenQuiet(
      () =>
        void import('./install.ts').then(
          (part) => part.install(() => location.reload()),
          // With the next page.
          () => undefined,
        ),
    );
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
