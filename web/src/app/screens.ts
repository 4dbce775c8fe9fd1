import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from '../lib/path-pattern.ts';
import { fileOf, type Page } from '../pages.ts';

export interface ScreenModule {
  default: ComponentType;
  /** Fetches the data that the screen shows, before it renders. */
  prefetch?: (client: QueryClient, params: Params) => void;
}

/** The modules of the screens that users often open first, by file. Each loads when its screen is first opened. */
const files = import.meta.glob<ScreenModule>([
  '../features/{accounts,chats,feed}/screens/*.tsx',
  './start-screen.tsx',
  './not-found-screen.tsx',
]);
/** The screens whose code is loaded: they render without waiting. */
export const arrived = new Map<string, ComponentType>();

/** Fetches the code of a screen. */
export async function load(page: Page): Promise<ScreenModule> {
  const file = `../${fileOf(page)}`.replace('../app', '.');
  const fetchScreen = files[file] ?? (await import('./later-screens.ts')).files[file]!;
  const module = await fetchScreen();
  arrived.set(page.screen, module.default);
  return module;
}
