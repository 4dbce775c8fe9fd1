// Every page loads this file once it is quiet, so listeners that no page needs earlier come with it.
import './failed-parts.ts';
import './kept-focus.ts';
import './own-record.ts';
import './signals-ahead.ts';
import './signed-out.ts';
import './tab-drafts.ts';
import './theme-follows.ts';
import './waking.ts';
import { preloadSheet } from '../ui/sheet.tsx';
import type { ScreenModule } from './screens.ts';

// A page that was reloaded under an open layer is on a history entry of that layer. This code leads away from it.
if (history.state?.layers) preloadSheet();
void import('../features/chats/listeners.ts').catch(() => undefined);

/**
 * The modules of the screens that users hardly ever open first, by file. They are listed here because their names
 * would add weight to every page.
 */
export const files = import.meta.glob<ScreenModule>([
  '../features/*/screens/*.tsx',
  '!../features/{accounts,chats,feed}/screens/*.tsx',
]);
