import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children' | 'onChange' | 'id' | 'className'> & {
  label: string;
  hint?: ReactNode;
  onCheckedChange: (checked: boolean) => void;
};

/** A row with a switch at its end; the whole row is the target. */
export function SwitchRow({ label, hint, onCheckedChange, ...rest }: Props) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-14 items-center gap-2 py-2">
      <span className="min-w-0 flex-1">
        <span className="block text-body">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-small text-soft">
            {hint}
          </span>
        )}
      </span>
      <span className="relative h-8 w-13 shrink-0">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // A native checkbox exposes its checked state, so the role needs no `aria-checked`.
          role="switch"
          aria-label={label}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          className="peer absolute inset-0 z-1 cursor-pointer opacity-0"
        />
        <span
          aria-hidden
          className={cx(
            'pointer-events-none block size-full rounded-chip border-2 border-edge bg-sunken transition-colors duration-200',
            'peer-checked:border-signal-fill peer-checked:bg-signal-fill peer-disabled:opacity-45',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink',
          )}
        />
        <span
          aria-hidden
          className={cx(
            'pointer-events-none absolute start-1.5 top-1.5 size-5 rounded-chip bg-edge transition-[translate,background-color] duration-200 ease-spring',
            'peer-checked:translate-x-5 peer-checked:bg-white rtl:peer-checked:-translate-x-5',
          )}
        />
      </span>
    </label>
  );
}
