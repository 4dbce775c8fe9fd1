import { onTestFinished } from 'vitest';

/** Keeps the toasts that are shown from closing by themselves. */
export function keepToasts(): void {
  const style = document.createElement('style');
  style.textContent = '.toast-clock { animation-play-state: paused !important }';
  document.head.append(style);
  onTestFinished(() => style.remove());
}
