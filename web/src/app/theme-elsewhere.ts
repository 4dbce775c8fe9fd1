import { deviceStore } from '../lib/storage.ts';
import { listen } from '../lib/window-events.ts';

/**
 * Follows the theme chosen in another tab, also while this page was in the back/forward cache. `applyTheme` is not used
 * here: sharing it would add a file to what every page starts with.
 */
for (const name of ['storage', 'pageshow'] as const)
  listen(name, () => {
    document.documentElement.dataset.theme = deviceStore.read('theme') ?? 'system';
  });
