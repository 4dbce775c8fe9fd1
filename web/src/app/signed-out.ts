import { closeMoment } from '../features/pins/index.ts';
import { session } from '../lib/session.ts';
import { offered, withheld } from '../lib/undo.ts';
import { listen } from '../lib/window-events.ts';
import { closeToast, showToast } from '../ui/toast.tsx';
import { words } from './failed-words.ts';

/** Who was signed in last in this tab. */
let last = session.get().userId;

// What lies over the pages is about whoever has just gone, as the pages are.
session.subscribe(() => {
  const { userId } = session.get();
  if (userId === last) return;
  if (last) {
    closeToast('');
    closeMoment();
    // What can still be undone is not done: nobody else may do it.
    offered.set(undefined);
    withheld.set(new Set());
  }
  last = userId;
});

// After the above, whichever handles the event first.
listen('logout', () => queueMicrotask(() => showToast(words.signedOut, { id: 'signed-out' })));
