import '../src/styles/app.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { RangeSlider } from '../src/ui/range-slider.tsx';

/** Half of the width of a knob, in px. */
const HALF = 14;

test.each([
  { at: 18, end: 'start', upper: 'Oldest' },
  { at: 80, end: 'end', upper: 'Youngest' },
])(
  'where both handles stand at the $end, a finger gets the one that can move',
  async ({ at, end, upper }) => {
    await render(
      <RangeSlider min={18} max={80} value={[at, at]} onChange={() => {}} labels={['Youngest', 'Oldest']} />,
    );
    const { left, right, top, height } = page
      .getByRole('slider', { name: 'Oldest' })
      .element()
      .getBoundingClientRect();
    const knob = document.elementFromPoint(end === 'start' ? left + HALF : right - HALF, top + height / 2);
    expect(knob?.getAttribute('aria-label')).toBe(upper);
  },
);
