import type { UseFormRegisterReturn } from 'react-hook-form';

let pressed = false;
const waiting: (() => void)[] = [];

function follow(): void {
  if (typeof window === 'undefined') return;
  // Not pointer events: those of a finger have ended when the field loses the focus.
  window.addEventListener('mousedown', () => (pressed = true), true);
  const released = () => {
    pressed = false;
    // The click follows the release and must hit the element that was pressed.
    setTimeout(() => {
      for (const task of waiting.splice(0)) task();
    });
  };
  window.addEventListener('mouseup', released, true);
  window.addEventListener('pointercancel', released, true);
}
follow();

/** Runs the task at once, or after the current press is released and its click is handled. */
function afterPress(task: () => void): void {
  if (pressed) waiting.push(task);
  else task();
}

/**
 * Delays a field's validation on blur until the press that caused the blur is done: the error text moves the content
 * below, and the press would miss its target.
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
