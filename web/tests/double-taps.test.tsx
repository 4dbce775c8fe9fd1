import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { forgetTap } from '../src/app/double-taps.ts';
import { Button } from '../src/ui/button.tsx';

/** A button that is replaced by another one once pressed, beside one that stays. */
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

/** A button under a backdrop that the first tap removes. */
function Covered() {
  const [open, setOpen] = useState(true);
  const [pressed, setPressed] = useState(0);
  return (
    <>
      <button onClick={() => setPressed(pressed + 1)}>Below {pressed}</button>
      {open && <p style={{ position: 'fixed', inset: 0, margin: 0 }} onClick={() => setOpen(false)} />}
    </>
  );
}

/** A button that is busy for a moment and stays. */
function Saving({ onSave }: { onSave: () => void }) {
  const [busy, setBusy] = useState(false);
  const save = () => {
    onSave();
    setBusy(true);
    requestAnimationFrame(() => setBusy(false));
  };
  return (
    <Button busy={busy} onClick={save}>
      Save
    </Button>
  );
}

/** Taps the middle of the button with this text, whatever takes the tap, some milliseconds ago. */
function tap(text: string, pointerType: 'touch' | 'mouse', detail = 1, ago = 0): void {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.startsWith(text))!;
  const { left, top, width, height } = button.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, pointerType };
  const under = document.elementFromPoint(at.clientX, at.clientY)!;
  under.dispatchEvent(new PointerEvent('pointerdown', at));
  const click = new PointerEvent('click', { ...at, detail, cancelable: true });
  Object.defineProperty(click, 'timeStamp', { value: performance.now() - ago });
  under.dispatchEvent(click);
}

beforeEach(async () => {
  forgetTap();
  await render(<Page />);
});
const expectShown = (text: string) => expect.poll(() => document.body.textContent).toContain(text);

test('the second of two quick taps does not press what the first one brought up', async () => {
  tap('Pressed', 'touch');
  await expectShown('Pressed 1');
  tap('Pressed', 'touch');
  tap('Stays', 'touch');
  await expectShown('Pressed 1Stays 1');
});

test('the second click of a double click does not either, however slow its setting', async () => {
  tap('Pressed', 'mouse');
  await expectShown('Pressed 1');
  tap('Pressed', 'mouse', 2);
  tap('Stays', 'mouse');
  await expectShown('Pressed 1Stays 1');
});

test('a mouse may click again, and a control that stays takes each tap', async () => {
  tap('Pressed', 'mouse');
  await expectShown('Pressed 1');
  tap('Pressed', 'mouse');
  await expectShown('Pressed 2');
  tap('Stays', 'touch');
  await expectShown('Stays 1');
  tap('Stays', 'touch');
  await expectShown('Stays 2');
});

test('a tap after a long wait does not press what has just appeared', async () => {
  tap('Pressed', 'touch', 1, 2000);
  await expectShown('Pressed 1');
  tap('Pressed', 'touch');
  tap('Stays', 'touch');
  await expectShown('Pressed 1Stays 1');
});

test.for(['touch', 'mouse'] as const)(
  'the second of two taps with %s on a button that has done its work by then does nothing',
  async (pointer) => {
    const saved: string[] = [];
    await render(<Saving onSave={() => saved.push('once')} />);
    const save = page.getByRole('button', { name: 'Save' });
    tap('Save', pointer);
    expect(saved).toHaveLength(1);
    await expect.element(save).not.toHaveAttribute('aria-disabled');
    tap('Save', pointer, pointer === 'mouse' ? 2 : 1);
    expect(saved).toHaveLength(1);
    // A mouse may click once more.
    tap('Save', 'mouse');
    expect(saved).toHaveLength(2);
  },
);

test('the second tap beside a sheet presses nothing below it', async () => {
  await render(<Covered />);
  tap('Below', 'touch');
  await expect.poll(() => document.querySelector('p')).toBeNull();
  tap('Below', 'touch');
  await expectShown('Below 0');
  document.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }));
  tap('Below', 'touch');
  await expectShown('Below 1');
});

test('a held Enter presses a button once, and starts new lines in a text', async () => {
  const [, stays] = document.querySelectorAll('button');
  stays!.focus();
  await userEvent.keyboard('{Enter>4/}');
  await expectShown('Stays 1');
  const text = document.body.appendChild(document.createElement('textarea'));
  onTestFinished(() => text.remove());
  text.focus();
  await userEvent.keyboard('{Enter>4/}');
  expect(text.value).toBe('\n'.repeat(4));
  expect(document.body.textContent).toContain('Stays 1');
});

test('a page that renders long after its address changed takes no tap meant for the previous one', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const button = (text: string) => {
    const made = document.body.appendChild(document.createElement('button'));
    onTestFinished(() => made.remove());
    Object.assign(made.style, { position: 'fixed', inset: '50%' });
    made.textContent = text;
    return made;
  };
  const taken: string[] = [];
  button('Next').addEventListener('click', () => taken.push('next'));
  const before = button('Before');
  tap('Before', 'touch');
  history.pushState(null, '', '#next');
  vi.advanceTimersByTime(1000);
  before.remove();
  vi.advanceTimersByTime(200);
  tap('Next', 'touch');
  expect(taken).toEqual([]);
  vi.advanceTimersByTime(1000);
  tap('Next', 'touch');
  expect(taken).toEqual(['next']);
});
