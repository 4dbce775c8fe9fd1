import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & { label: string };

/** One of several options; the whole row is the target. Give options that exclude each other the same `name`. */
export function RadioRow({ label, ...rest }: Props) {
  return (
    <label className="relative -mx-3 flex min-h-12 items-center gap-3 rounded-field px-3 py-2 text-body transition-colors duration-160 hover:bg-sunken">
      <input {...rest} type="radio" className="peer absolute inset-0 cursor-pointer opacity-0" />
      <span
        aria-hidden
        className="pointer-events-none size-6 shrink-0 rounded-chip border-2 border-edge transition-[border] duration-160 peer-checked:border-7 peer-checked:border-signal-fill peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink"
      />
      {label}
    </label>
  );
}
