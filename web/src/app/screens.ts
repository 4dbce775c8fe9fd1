import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Page } from '../pages.ts';

interface ScreenModule {
  default: ComponentType;
  /** Asks for what the screen shows before it stands. */
  prefetch?: (client: QueryClient, params: Readonly<Record<string, string | undefined>>) => void;
}

/** The code of each screen, which arrives when it is first opened, by its file. */
const files = import.meta.glob<ScreenModule>([
  '../features/*/screens/*.tsx',
  './start-screen.tsx',
  './not-found-screen.tsx',
]);
/** The screens whose code is here: they render without waiting. */
export const arrived = new Map<string, ComponentType>();

/** Fetches the code of a screen. */
export async function load({ screen }: Page): Promise<ScreenModule> {
  const module = await files[screen.startsWith('app/') ? screen.replace('app', '.') : `../${screen}`]!();
  arrived.set(screen, module.default);
  return module;
}
