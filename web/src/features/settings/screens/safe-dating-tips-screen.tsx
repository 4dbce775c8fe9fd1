import { ReadingPage } from '../components/reading-page.tsx';
import { tips } from '../reading.ts';

export default function SafeDatingTipsScreen() {
  return <ReadingPage reading={tips} />;
}
