import { useEffect, useRef, type PointerEvent as Press, type RefObject } from 'react';

/** The share of its own width by which something is dragged to be thrown away. */
const THROWN = 0.8;

interface Acts {
  onDrag: () => void;
  /** Ends every drag. `over`: a mouse that still is over the element. */
  onRelease: (over: boolean) => void;
  onThrown: () => void;
}

/** Lets an element be dragged sideways, fading on the way; it goes back to its place unless it is thrown away. */
export function useThrow(ref: RefObject<HTMLElement | null>, { onDrag, onRelease, onThrown }: Acts) {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return ({ clientX: from, pointerType }: Press) => {
    const element = ref.current;
    if (!element) return;
    stop.current?.();
    const { style, offsetWidth } = element;
    let share = 0;
    const move = ({ clientX }: PointerEvent) => {
      onDrag();
      share = Math.abs(clientX - from) / offsetWidth / THROWN;
      style.transition = 'none';
      style.transform = `translateX(${clientX - from}px)`;
      style.opacity = `${1 - share}`;
    };
    const end = ({ type, clientX, clientY }: PointerEvent) => {
      stop.current?.();
      // A browser that scrolls instead takes the finger away.
      if (type === 'pointerup' && share > 1) {
        onThrown();
        return;
      }
      style.transition = 'transform 0.2s, opacity 0.2s';
      style.transform = style.opacity = '';
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
      onRelease(pointerType === 'mouse' && inside);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
    stop.current = () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', end);
    };
  };
}
