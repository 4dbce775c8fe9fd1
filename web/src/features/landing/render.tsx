import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from './landing.tsx';
import { Ada, Bela, Chidi, Dana } from './portraits.tsx';

/** The landing page as plain HTML; runs when the client is built. */
export function renderLanding(): string {
  return renderToStaticMarkup(<Landing />);
}

/** The drawn people as SVG texts of their own, for whoever needs photos of nobody. */
export function renderPortraits(): Record<'ada' | 'bela' | 'chidi' | 'dana', string> {
  const draw = (Person: ComponentType) =>
    renderToStaticMarkup(<Person />).replace(
      '<svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600"',
    );
  return { ada: draw(Ada), bela: draw(Bela), chidi: draw(Chidi), dana: draw(Dana) };
}
