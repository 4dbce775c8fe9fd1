/**
 * The mark on a 32-unit square: a pin (here) whose head holds a dot within a ring (now). The ring is cut out of
 * the body, so the mark needs one colour only.
 */
export const pinShape = {
  body:
    'M16.94 29.55a1.15 1.15 0 0 1-1.88 0C12.5 25.9 5.6 20.5 5.6 12.4a10.4 10.4 0 0 1 20.8 0c0 8.1-6.9 13.5-9.46 17.15Z' +
    'M22 12.4a6 6 0 1 0-12 0 6 6 0 0 0 12 0Z',
  dot: { cx: 16, cy: 12.4, r: 3.5 },
};
