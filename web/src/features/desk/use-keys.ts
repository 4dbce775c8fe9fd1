import { useEffect } from 'react';

/** Calls back for each letter typed outside fields and without a modifier, while `active`. */
export function useKeys(onKey: (key: string) => void, active = true): void {
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]');
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      onKey(event.key.toLowerCase());
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
