import { useLocation } from '../../../lib/navigation.tsx';
import { ReadingPage } from '../components/reading-page.tsx';
import { readings } from '../reading.ts';

/** One screen for all pages of text: each further screen would add its name to the bundle that every page loads. */
export default function ReadingScreen() {
  const { pathname } = useLocation();
  const reading = readings.get(pathname.replace(/\/+$/, ''));
  return reading && <ReadingPage key={pathname} reading={reading} />;
}
