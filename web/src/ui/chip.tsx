import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = Omit<ComponentProps<'button'>, 'onToggle'> & {
  selected: boolean;
  onToggle: () => void;
};

export function Chip({ selected, onToggle, className, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={selected}
      onClick={onToggle}
      className={cx(
        'inline-flex min-h-11 items-center gap-1.5 rounded-chip border px-4 py-1.5 text-small font-medium select-none',
        'transition-[scale,background-color,border-color,color] duration-160 active:scale-97 disabled:active:scale-100',
        selected
          ? 'border-ink bg-ink text-paper disabled:opacity-70'
          : 'border-edge/60 bg-raised text-ink hover:border-ink disabled:opacity-45 disabled:hover:border-edge/60',
        className,
      )}
    >
      {children}
    </button>
  );
}

type TagProps = {
  /** Highlights this tag. */
  marked?: boolean | undefined;
  children: ReactNode;
};

/** A read-only label in the shape of a chip. */
export function Tag({ marked = false, children }: TagProps) {
  return (
    <span
      dir="auto"
      className={cx(
        'inline-flex min-h-8 max-w-full items-center rounded-chip px-3.5 py-1 text-small font-medium',
        marked ? 'bg-signal-tint text-signal-ink' : 'bg-sunken',
      )}
    >
      {children}
    </span>
  );
}
