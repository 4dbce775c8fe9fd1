import { useEffect, useRef, type PointerEvent } from 'react';

const HOLD_MS = 500;
const SLACK_PX = 10;

/** Handlers that call `onHold` once a finger or button has rested for 500 ms without moving. */
export function useLongPress(onHold: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY };
      cancel();
      timer.current = setTimeout(onHold, HOLD_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      const moved = Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y);
      if (moved > SLACK_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onPointerLeave: cancel,
  };
}
