import '../src/app/double-taps.ts';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

/** A button in whose place another one comes once it is pressed, beside one that stays. */
function Page() {
  const [pressed, setPressed] = useState(0);
  const [stays, setStays] = useState(0);
  return (
    <>
      <button
        key={pressed}
        style={{ display: 'block', marginBottom: 60 }}
        onClick={() => setPressed(pressed + 1)}
      >
        Pressed {pressed}
      </button>
      <button onClick={() => setStays((before) => before + 1)}>Stays {stays}</button>
    </>
  );
}

/** Taps the middle of the button with this text, whatever takes the tap. */
function tap(text: string, pointerType: 'touch' | 'mouse', detail = 1): void {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(text))!;
  const { left, top, width, height } = button.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, pointerType };
  const under = document.elementFromPoint(at.clientX, at.clientY)!;
  under.dispatchEvent(new PointerEvent('pointerdown', at));
  under.dispatchEvent(new PointerEvent('click', { ...at, detail, cancelable: true }));
}

beforeEach(async () => {
  await render(<Page />);
});
const expectShown = (text: string) => expect.poll(() => document.body.textContent).toContain(text);

test('the second of two quick taps of a finger presses nothing that the first one has brought', async () => {
  tap('Pressed', 'touch');
  await expectShown('Pressed 1');
  tap('Pressed', 'touch');
  tap('Stays', 'touch');
  await expectShown('Pressed 1Stays 1');
});

test('nor does that of a double click, however slow the user has set it', async () => {
  tap('Pressed', 'mouse');
  await expectShown('Pressed 1');
  tap('Pressed', 'mouse', 2);
  tap('Stays', 'mouse');
  await expectShown('Pressed 1Stays 1');
});

test('a mouse may click again, and what stays in its place takes each tap', async () => {
  tap('Pressed', 'mouse');
  await expectShown('Pressed 1');
  tap('Pressed', 'mouse');
  await expectShown('Pressed 2');
  tap('Stays', 'touch');
  await expectShown('Stays 1');
  tap('Stays', 'touch');
  await expectShown('Stays 2');
});
