import { onTestFinished } from 'vitest';

/** Returns the storage of another tab: writes there arrive here as storage events. */
export function storageElsewhere(): Storage {
  const other = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => other.remove());
  const { contentWindow } = other;
  if (!contentWindow) throw new Error('The other tab has no window.');
  return contentWindow.localStorage;
}
