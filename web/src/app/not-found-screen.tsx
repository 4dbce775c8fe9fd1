import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { words } from './words.ts';

export function NotFoundScreen() {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <EmptyState
        heading="h1"
        title={words.notFoundTitle}
        text={words.notFoundText}
        action={
          // The start page is a document of its own.
          <a href="/" className={buttonClass({ block: true })}>
            {words.notFoundAction}
          </a>
        }
      />
    </main>
  );
}
