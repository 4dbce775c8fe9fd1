import { ReadingPage } from '../components/reading-page.tsx';
import { faq } from '../reading.ts';

export default function FaqScreen() {
  return <ReadingPage reading={faq} />;
}
