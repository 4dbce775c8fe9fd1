import { ReadingPage } from '../components/reading-page.tsx';
import { discover } from '../reading.ts';

export default function DiscoverMoreScreen() {
  return <ReadingPage reading={discover} />;
}
