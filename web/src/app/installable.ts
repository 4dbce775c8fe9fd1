import { whenQuiet } from '../first-paint/when-idle.ts';

/**
 * Makes the built client installable: links its manifest and registers its worker. Both fetch a lot, so they wait
 * until the opening page is done.
 */
export function makeInstallable(): void {
  if (!import.meta.env.PROD) return;
  const later = () =>
    whenQuiet(
      () =>
        void import('./install.ts').then(
          (part) => part.install(() => location.reload()),
          // The next page tries again.
          () => undefined,
        ),
    );
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}
