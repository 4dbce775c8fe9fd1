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

window.addEventListener('online', () =>
  document.querySelector<HTMLElement>('main[data-offline=true] button')?.click(),
);

const RETRY_MS = 3000;

/** Fetches styles again that did not load: Vite asks for them once. */
function fetchAgain(styles: HTMLLinkElement): void {
  setTimeout(() => styles.replaceWith(styles.cloneNode()), RETRY_MS);
}

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') fetchAgain(target);
  },
  true,
);

/** Failed styles have no rules, or rules that cannot be read. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules;
  } catch {
    return true;
  }
}

// Some may have failed before this code was here.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
  if (isMissing(link)) fetchAgain(link);
