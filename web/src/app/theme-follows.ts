import { deviceStore } from '../lib/storage.ts';
import { listen } from '../lib/window-events.ts';

/**
 * Follows the theme chosen in another tab, even while this page was in the back/forward cache. `applyTheme` is not used
 * here: sharing it would add a file to those that every page starts with.
 */
for (const name of ['storage', 'pageshow'] as const)
  listen(name, () => {
    document.documentElement.dataset.theme = deviceStore.read('theme') ?? 'system';
  });

/** The bars of browsers know only the system's theme: here they get the colour of the chosen one. */
const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
function colourBar(): void {
  const { theme } = document.documentElement.dataset;
  for (const [at, name] of ['light', 'dark'].entries()) {
    const chosen = theme === 'light' || theme === 'dark';
    const media = chosen ? (theme === name ? 'all' : 'not all') : `(prefers-color-scheme: ${name})`;
    bars[at]?.setAttribute('media', media);
  }
}
new MutationObserver(colourBar).observe(document.documentElement, { attributeFilter: ['data-theme'] });
colourBar();
