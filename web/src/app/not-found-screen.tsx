import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { words } from './words.ts';

export function NotFoundScreen() {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <div>
        <h1 className="sr-only">{words.notFoundTitle}</h1>
        <EmptyState
          title={words.notFoundTitle}
          text={words.notFoundText}
          action={
            // The start page is a document of its own.
            <a href="/" className={buttonClass({ block: true })}>
              {words.notFoundAction}
            </a>
          }
        />
      </div>
    </main>
  );
}
