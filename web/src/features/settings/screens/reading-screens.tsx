import { ReadingPage } from '../components/reading-page.tsx';
import { cookies, discover, faq, tips } from '../reading.ts';

export function SafeDatingTipsScreen() {
  return <ReadingPage reading={tips} />;
}

export function FaqScreen() {
  return <ReadingPage reading={faq} />;
}

export function CookiePolicyScreen() {
  return <ReadingPage reading={cookies} />;
}

export function DiscoverMoreScreen() {
  return <ReadingPage reading={discover} />;
}
