import '../src/styles/app.css';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { RangeSlider } from '../src/ui/range-slider.tsx';

/** Half of the width of a knob, in px. */
const HALF = 14;
const [MIN, MAX] = [18, 80];
const slider = (name: string) => page.getByRole('slider', { name });

function Ages({ value }: { value: [number, number] }) {
  const [ages, setAges] = useState(value);
  return <RangeSlider min={MIN} max={MAX} value={ages} onChange={setAges} labels={['Youngest', 'Oldest']} />;
}

/** Puts a finger down beside the centre of an age, in px, and moves it by as many years. */
function pull(age: number, beside: number, years: number, { below = 0 } = {}) {
  const { left, width, top, height } = slider('Oldest').element().getBoundingClientRect();
  const year = (width - 2 * HALF) / (MAX - MIN);
  const x = left + HALF + (age - MIN) * year + beside;
  const y = top + height / 2 + below;
  const target = document.elementFromPoint(x, y)!;
  const finger = { bubbles: true, isPrimary: true, button: 0, pointerId: 1, clientY: y };
  target.dispatchEvent(new PointerEvent('pointerdown', { ...finger, clientX: x }));
  target.dispatchEvent(new PointerEvent('pointermove', { ...finger, clientX: x + years * year }));
  target.dispatchEvent(new PointerEvent('pointerup', { ...finger, clientX: x + years * year }));
  target.dispatchEvent(new PointerEvent('pointermove', { ...finger, clientX: x }));
}

async function expectAges(youngest: number, oldest: number) {
  await expect.element(slider('Youngest')).toHaveValue(String(youngest));
  await expect.element(slider('Oldest')).toHaveValue(String(oldest));
}

test.beforeEach(() => {
  // A pointer that no device has cannot be captured.
  HTMLElement.prototype.setPointerCapture = () => undefined;
});

test('a finger gets a handle 22 px around its centre, and moves it by as much as the finger moves', async () => {
  await render(<Ages value={[30, 60]} />);
  pull(30, -21, 5, { below: 21 });
  await expectAges(35, 60);
  await expect.element(slider('Youngest')).toHaveFocus();
  pull(60, 21, -7, { below: -21 });
  await expectAges(35, 53);
  await expect.element(slider('Oldest')).toHaveFocus();
  // Between them there is nothing to get hold of.
  pull(45, 0, 5);
  await expectAges(35, 53);
});

test('of two handles close to each other, a finger gets the nearer one; neither passes the other', async () => {
  await render(<Ages value={[40, 42]} />);
  pull(42, -1, 1);
  await expectAges(40, 43);
  pull(40, 1, -3);
  await expectAges(37, 43);
  pull(37, -10, 20);
  await expectAges(43, 43);
  pull(43, 5, 6);
  await expectAges(43, 49);
  pull(49, 10, -20);
  await expectAges(43, 43);
});

test.each([
  { at: MIN, years: 4, expected: [MIN, MIN + 4] },
  { at: 50, years: -4, expected: [46, 50] },
  { at: 50, years: 4, expected: [50, 54] },
  { at: MAX, years: -4, expected: [MAX - 4, MAX] },
] as const)('where both handles stand at $at, a finger gets the one it pulls ($years)', async (one) => {
  await render(<Ages value={[one.at, one.at]} />);
  pull(one.at, 5, one.years);
  await expectAges(one.expected[0], one.expected[1]);
});
