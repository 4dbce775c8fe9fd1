import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { dropEarlyAnswers } from '../first-paint/early-answers.ts';
import { queryClient } from '../lib/query-client.ts';
import { loadScreen, Router } from './router.tsx';
import { makeInstallable } from './installable.ts';

const container = createRoot(document.getElementById('root')!);
// The document's skeleton stays until a screen can replace it; a screen that fails to load shows its own error.
void loadScreen(location.pathname, queryClient)
  .catch(() => undefined)
  // Early responses that the screen has not used by now would be stale later.
  .finally(dropEarlyAnswers)
  .then(() =>
    // As a transition, the first render yields to taps every few milliseconds.
    startTransition(() =>
      container.render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <Router />
          </QueryClientProvider>
        </StrictMode>,
      ),
    ),
  );
makeInstallable();
