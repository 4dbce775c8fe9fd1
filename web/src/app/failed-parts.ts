import { listen } from '../lib/window-events.ts';
import { showToast } from '../ui/toast.tsx';
import { words } from './failed-words.ts';

/**
 * Tells the user when something they opened does not load. After a release, the server no longer has the code of an
 * older page, so a reload is offered. Without a network, it opens by itself once the network is back.
 */
listen('partFailed', () => {
  const id = 'part-failed';
  if (navigator.onLine)
    showToast(words.failed, {
      id,
      tone: 'bad',
      duration: 15_000,
      action: { label: words.reload, onClick: () => location.reload() },
    });
  else showToast(words.offline, { id, tone: 'bad' });
});
