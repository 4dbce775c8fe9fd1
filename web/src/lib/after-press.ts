import type { UseFormRegisterReturn } from 'react-hook-form';

let pressed = false;
const waiting: (() => void)[] = [];

function follow(): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('pointerdown', () => (pressed = true), true);
  const released = () => {
    pressed = false;
    // The click comes right after the release, and is to hit what the finger went down on.
    setTimeout(() => {
      for (const task of waiting.splice(0)) task();
    });
  };
  window.addEventListener('pointerup', released, true);
  window.addEventListener('pointercancel', released, true);
}
follow();

/** Runs at once, or when the finger that is down has come up and its click is done. */
export function afterPress(task: () => void): void {
  if (pressed) waiting.push(task);
  else task();
}

/**
 * A field whose check on leaving it waits for the press that left it: the text of an error moves what is below,
 * and the press would miss it.
 */
export function settled<Field extends UseFormRegisterReturn>(field: Field): Field {
  return {
    ...field,
    onBlur: (event: Parameters<Field['onBlur']>[0]) => {
      afterPress(() => void field.onBlur(event));
      return Promise.resolve();
    },
  };
}
