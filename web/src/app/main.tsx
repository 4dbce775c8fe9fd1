import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { dropEarlyAnswers } from '../first-paint/early-answers.ts';
import { queryClient } from '../lib/query-client.ts';
import { loadScreen, Router } from './router.tsx';
import { makeInstallable } from './service-worker.ts';

const container = createRoot(document.getElementById('root')!);
// The skeleton of the document stands until there is a screen to replace it; one that does not arrive says so itself.
void loadScreen(location.pathname, queryClient)
  .catch(() => undefined)
  // What the screen did not ask for by now would be old when somebody does.
  .finally(dropEarlyAnswers)
  .then(() =>
    // In a transition the first rendering gives way to taps every few milliseconds.
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
