import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from './landing.tsx';

/** Renders the landing page as static HTML, at build time. */
export function renderLanding(): string {
  return renderToStaticMarkup(<Landing />);
}
