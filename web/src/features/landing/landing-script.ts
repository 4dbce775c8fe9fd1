import { signedInStart } from '../../lib/signed-in-start.ts';
import { canHintInstall } from './install-hint.ts';
import { installWords } from './words.ts';

const hintKey = 'installHintSeen';

/** The only script of the landing page. It runs before the first paint, so that a redirect shows nothing. */
function start() {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  const stored = {
    authToken: localStorage.getItem('authToken'),
    userId: localStorage.getItem('userId'),
    user: localStorage.getItem('user'),
  };
  const target = signedInStart(stored, location.search);
  if (target) {
    location.replace(target);
    return;
  }
  const standalone = 'standalone' in navigator && navigator.standalone === true;
  const { userAgent, maxTouchPoints } = navigator;
  const hint = !stored.authToken && canHintInstall({ userAgent, maxTouchPoints, standalone });
  if (hint && !localStorage.getItem(hintKey)) addEventListener('DOMContentLoaded', showInstallHint);
}

function showInstallHint() {
  localStorage.setItem(hintKey, 'yes');
  const toast = document.createElement('div');
  toast.className = 'install-hint';
  toast.setAttribute('role', 'status');
  const text = document.createElement('p');
  text.textContent = installWords.text;
  const ok = document.createElement('button');
  ok.type = 'button';
  ok.textContent = installWords.ok;
  ok.addEventListener('click', () => toast.remove());
  toast.append(text, ok);
  document.body.append(toast);
}

try {
  start();
} catch {
  // Storage may be disabled; then there is no session, and nothing to do.
}
