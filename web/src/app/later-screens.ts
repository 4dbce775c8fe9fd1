import type { ScreenModule } from './screens.ts';

/** The code of the screens that hardly anybody opens first, by its file: their names would weigh on every page. */
export const files = import.meta.glob<ScreenModule>([
  '../features/*/screens/*.tsx',
  '!../features/{accounts,chats,feed}/screens/*.tsx',
]);
