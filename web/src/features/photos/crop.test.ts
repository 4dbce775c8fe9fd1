import { describe, expect, it } from 'vitest';
import { leavesGaps, placement } from './crop.ts';

describe('the output', () => {
  it('is filled by the chosen part', () => {
    const place = placement({ x: 150, y: 200, width: 300, height: 400 }, { width: 600, height: 800 });
    expect(place).toEqual({ x: -540, y: -720, width: 2160, height: 2880 });
    expect(leavesGaps(place)).toBe(false);
  });

  it('has gaps where the part reaches beyond the picture', () => {
    const wide = placement({ x: -100, y: 0, width: 600, height: 800 }, { width: 400, height: 800 });
    expect(wide).toEqual({ x: 180, y: 0, width: 720, height: 1440 });
    expect(leavesGaps(wide)).toBe(true);
    expect(leavesGaps(placement({ x: 0, y: 0, width: 600, height: 800 }, { width: 600, height: 799 }))).toBe(
      true,
    );
  });

  it('has no gaps if the picture covers it exactly, whatever the rounding', () => {
    expect(leavesGaps({ x: 0.2, y: -0.3, width: 1079.9, height: 1440.4 })).toBe(false);
  });
});
