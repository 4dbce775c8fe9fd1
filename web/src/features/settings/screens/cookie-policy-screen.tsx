import { ReadingPage } from '../components/reading-page.tsx';
import { cookies } from '../reading.ts';

export default function CookiePolicyScreen() {
  return <ReadingPage reading={cookies} />;
}
