import type { QueryClient } from '@tanstack/react-query';
import { Fragment, lazy, useState, type ComponentType } from 'react';
import { LocationProvider, ParamsContext, useLocation } from '../lib/navigation.tsx';
import { paramsOf } from '../lib/path-pattern.ts';
import { notFound, pageAt, pages, type Page } from '../pages.ts';
import { SignedInOnly, VisitorsOnly } from './guards.tsx';
import { arrived, load } from './screens.ts';
import { Shell } from './shell.tsx';

function screenElement(page: Page) {
  const Later = lazy(() => load(page));
  const Screen = () => {
    const [Chosen] = useState<ComponentType>(() => arrived.get(page.screen) ?? Later);
    return <Chosen />;
  };
  return <Screen />;
}

const screens = new Map([...pages, notFound].map((page) => [page, screenElement(page)]));
const guards = { visitors: VisitorsOnly, 'signed-in': SignedInOnly, everyone: Fragment };

/** Loads the screen at an address and starts its prefetch before the first render. */
export async function loadScreen(pathname: string, client: QueryClient): Promise<void> {
  const page = pageAt(pathname);
  const { prefetch } = await load(page);
  prefetch?.(client, paramsOf(page.path, pathname));
}

/**
 * Renders the page at the tab's address behind its guard and in the shell. Guard and shell stay mounted across
 * navigations.
 */
export function Router() {
  return (
    <LocationProvider>
      <CurrentPage />
    </LocationProvider>
  );
}

function CurrentPage() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const Guard = guards[page.audience];
  return (
    <Shell>
      <Guard>
        <ParamsContext value={paramsOf(page.path, pathname)}>{screens.get(page)}</ParamsContext>
      </Guard>
    </Shell>
  );
}
