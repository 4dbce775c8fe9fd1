import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { words } from './not-found-words.ts';

export default function NotFoundScreen() {
  return (
    <main>
      <EmptyState
        heading="h1"
        page
        title={words.title}
        text={words.text}
        action={
          // The start page is a separate document.
          <a href="/" className={buttonClass({ block: true })}>
            {words.action}
          </a>
        }
      />
    </main>
  );
}
