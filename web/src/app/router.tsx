import { createBrowserRouter, type RouteObject } from 'react-router';

const development: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/_ui', lazy: () => import('./ui-gallery.tsx') }]
  : [];

export const router = createBrowserRouter([...development]);
