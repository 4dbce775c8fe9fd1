import { renderToStaticMarkup } from 'react-dom/server';
import { cookiePolicy } from './documents/cookie-policy.ts';
import { discoverMore } from './documents/discover-more.ts';
import { DocumentPage, type DocumentText } from './documents/document-page.tsx';
import { faq } from './documents/faq.ts';
import { safeDatingTips } from './documents/safe-dating-tips.ts';
import { Landing } from './landing.tsx';

/** The landing page as plain HTML; runs when the client is built. */
export function renderLanding(): string {
  return renderToStaticMarkup(<Landing />);
}

const documents: Record<string, DocumentText> = {
  'safe-dating-tips.html': safeDatingTips,
  'faq.html': faq,
  'cookie-policy.html': cookiePolicy,
  'discover-more.html': discoverMore,
};

export type RenderedDocument = { file: string; title: string; description: string; markup: string };

/** The texts the footer links to, as plain HTML too. */
export function renderDocuments(): RenderedDocument[] {
  return Object.entries(documents).map(([file, text]) => ({
    file,
    title: `${text.title} · Herenow`,
    description: text.description,
    markup: renderToStaticMarkup(<DocumentPage text={text} />),
  }));
}
