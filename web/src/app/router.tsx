import type { QueryClient } from '@tanstack/react-query';
import { lazy, useState, type ComponentType } from 'react';
import { BrowserRouter, matchPath, Route, Routes } from 'react-router';
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

const routesFor = (wanted: Page['audience']) =>
  [...pages, notFound]
    .filter(({ audience }) => audience === wanted)
    .map((page) => <Route key={page.path} path={page.path} element={screenElement(page)} />);
const routes = {
  visitors: routesFor('visitors'),
  signedIn: routesFor('signed-in'),
  everyone: routesFor('everyone'),
};

const UiGallery = import.meta.env.DEV ? lazy(() => import('./ui-gallery.tsx')) : null;

/** Fetches the screen at an address, and lets it ask for what it shows, ahead of its first rendering. */
export async function loadScreen(pathname: string, client: QueryClient): Promise<void> {
  const page = pageAt(pathname);
  const { prefetch } = await load(page);
  prefetch?.(client, matchPath(page.path, pathname)?.params ?? {});
}

/** The plain router: the one with data loading would cost the first page 17 KB more and loads nothing here. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Shell />}>
          <Route element={<VisitorsOnly />}>{routes.visitors}</Route>
          <Route element={<SignedInOnly />}>{routes.signedIn}</Route>
          {routes.everyone}
        </Route>
        {UiGallery && <Route path="/_ui" element={<UiGallery />} />}
      </Routes>
    </BrowserRouter>
  );
}
