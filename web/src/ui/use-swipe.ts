import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { moveSwipe, startSwipe, swipeStep, type Swipe } from './swipe.ts';

/**
 * Handles the pointer of a carousel: spread `handlers` on its box. `drag` is how far the photo follows the finger, or
 * null without a drag.
 */
export function useSwipe(enabled: boolean, onStep: (step: -1 | 1) => void) {
  const swipe = useRef<Swipe | null>(null);
  const suppressClick = useRef(false);
  const [drag, setDrag] = useState<number | null>(null);

  const end = (commit: boolean) => {
    const ended = swipe.current;
    swipe.current = null;
    setDrag(null);
    const step = ended && commit ? swipeStep(ended) : 0;
    if (step !== 0) onStep(step);
  };

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      suppressClick.current = false;
      if (enabled && event.isPrimary && event.button === 0)
        swipe.current = startSwipe(event.clientX, event.clientY);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!swipe.current || !event.isPrimary) return;
      const before = swipe.current.dragging;
      swipe.current = moveSwipe(swipe.current, event.clientX, event.clientY);
      if (!swipe.current.dragging) return;
      if (!before) {
        suppressClick.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      setDrag(swipe.current.dx);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    /** The browser fires a click at the end of a drag; it must open nothing. */
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!suppressClick.current) return;
      suppressClick.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return { drag, handlers };
}
