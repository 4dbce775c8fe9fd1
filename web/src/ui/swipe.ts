/** Moving further than this sideways, in px, starts a drag; the gesture is then no tap any more. */
const dragThreshold = 10;
/** A drag that ends further than this, in px, turns to the next photo. */
const swipeThreshold = 50;

export type Swipe = { startX: number; startY: number; dx: number; dragging: boolean };

export function startSwipe(x: number, y: number): Swipe {
  return { startX: x, startY: y, dx: 0, dragging: false };
}

/**
 * Returns the swipe after a pointer move. A drag starts once, sideways only, and then stays a drag, wherever the
 * finger goes.
 */
export function moveSwipe(swipe: Swipe, x: number, y: number): Swipe {
  const dx = x - swipe.startX;
  const sideways = Math.abs(dx) > dragThreshold && Math.abs(dx) > Math.abs(y - swipe.startY);
  return { ...swipe, dx, dragging: swipe.dragging || sideways };
}

/** Returns 1 for the next photo, -1 for the previous one, 0 to stay. */
export function swipeStep(swipe: Swipe): -1 | 0 | 1 {
  if (!swipe.dragging || Math.abs(swipe.dx) <= swipeThreshold) return 0;
  return swipe.dx < 0 ? 1 : -1;
}

/** Returns the index in a ring of `count`, for any whole number. */
export function wrapIndex(position: number, count: number): number {
  return count > 0 ? ((position % count) + count) % count : 0;
}
