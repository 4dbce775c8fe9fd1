import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from './landing.tsx';

/** The landing page as plain HTML; runs when the client is built. */
export function renderLanding(): string {
  return renderToStaticMarkup(<Landing />);
}
