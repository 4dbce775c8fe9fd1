import { describe, expect, it } from 'vitest';
import { moveSwipe, startSwipe, swipeStep, wrapIndex } from './swipe.ts';

const drag = (...points: [number, number][]) =>
  points.reduce((swipe, [x, y]) => moveSwipe(swipe, x, y), startSwipe(100, 100));

describe('swipe', () => {
  it('stays a tap up to 10 px sideways', () => {
    expect(drag([110, 100]).dragging).toBe(false);
    expect(drag([90, 100]).dragging).toBe(false);
    expect(drag([111, 100]).dragging).toBe(true);
  });

  it('leaves a vertical movement to the page', () => {
    expect(drag([112, 140]).dragging).toBe(false);
  });

  it('stays a drag when the finger comes back or moves down later', () => {
    expect(drag([120, 100], [100, 100]).dragging).toBe(true);
    expect(drag([120, 100], [125, 300]).dragging).toBe(true);
  });

  it('turns the photo only past 50 px', () => {
    expect(swipeStep(drag([150, 100]))).toBe(0);
    expect(swipeStep(drag([151, 100]))).toBe(-1);
    expect(swipeStep(drag([50, 100]))).toBe(0);
    expect(swipeStep(drag([49, 100]))).toBe(1);
  });

  it('does not turn the photo for a movement that never became a drag', () => {
    expect(swipeStep(drag([160, 300]))).toBe(0);
  });

  it('wraps around at both ends', () => {
    expect([-1, 0, 2, 3, 7].map((at) => wrapIndex(at, 3))).toEqual([2, 0, 2, 0, 1]);
    expect(wrapIndex(4, 0)).toBe(0);
  });
});
