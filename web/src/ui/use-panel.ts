import { useEffect } from 'react';
import { useLayer } from './layers.ts';

/** A layer behind which a screen reader finds nothing of the page but its toasts. */
export function usePanel(open: boolean, close: () => void): void {
  useLayer(open, close);
  useEffect(() => {
    if (!open) return undefined;
    // Base UI leaves out what has `aria-live`, also if it is off, and all that contains it.
    const parts = [...document.querySelectorAll(':is(header, main, footer):not([aria-hidden])')];
    for (const part of parts) part.ariaHidden = 'true';
    return () => {
      for (const part of parts) part.ariaHidden = null;
    };
  }, [open]);
}
