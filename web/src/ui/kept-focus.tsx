import { useLayoutEffect, useRef, type ReactNode } from 'react';

/**
 * Keeps the focus in a list when the row that has it goes: it moves to the row that takes its place, else to the whole
 * part. Otherwise the keyboard and screen readers would start again at the top of the page.
 */
export function KeptFocus({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const rows = () => [...(part.current?.querySelectorAll('li') ?? [])];
  /** The place of the row that has the focus, or -1 beside the rows; undefined while the focus is elsewhere. */
  const row = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (row.current === undefined || document.activeElement !== document.body) return;
    const left = rows();
    const next = left[Math.min(row.current, left.length - 1)];
    const control = [...(next?.querySelectorAll('button') ?? [])].at(-1);
    (control ?? part.current)?.focus();
  });
  return (
    <div
      ref={part}
      tabIndex={-1}
      className="outline-none"
      onFocus={({ target }) => {
        row.current = rows().findIndex((one) => one.contains(target));
      }}
      // Not called for an element that goes.
      onBlur={() => {
        row.current = undefined;
      }}
    >
      {children}
    </div>
  );
}
