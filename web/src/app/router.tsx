import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';

const UiGallery = import.meta.env.DEV ? lazy(() => import('./ui-gallery.tsx')) : null;

/** The plain router: the one with data loading would cost the first page 17 KB more and loads nothing here. */
export function Router() {
  return (
    <BrowserRouter>
      <Suspense fallback={null}>
        <Routes>{UiGallery && <Route path="/_ui" element={<UiGallery />} />}</Routes>
      </Suspense>
    </BrowserRouter>
  );
}
