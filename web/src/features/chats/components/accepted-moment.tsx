import { lazy, Suspense } from 'react';
import { useMoment } from '../moment-store.ts';

const Panel = lazy(() => import('./accepted-moment-panel.tsx'));

/** Shows that two people have found each other; stands once, at the root of the app. */
export function AcceptedMoment() {
  const chatId = useMoment();
  return (
    chatId !== undefined && (
      <Suspense fallback={null}>
        <Panel chatId={chatId} />
      </Suspense>
    )
  );
}
