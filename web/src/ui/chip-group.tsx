import { cx } from './cx.ts';
import { Chip } from './chip.tsx';

type Props<Value extends string | number> = {
  label: string;
  options: readonly Value[];
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
  /** How many options may be selected at once; the rest are then disabled. With 1 it behaves like a radio group. */
  max?: number | undefined;
  disabled?: boolean | undefined;
  /** Returns the text of an option; the option itself by default. */
  format?: ((option: Value) => string) | undefined;
  /** Gives all chips the same width, side by side: for a few short options. */
  equal?: boolean | undefined;
  className?: string | undefined;
};

export function ChipGroup<Value extends string | number>(props: Props<Value>) {
  const {
    label,
    options,
    selected,
    onChange,
    max = Infinity,
    disabled = false,
    format,
    equal,
    className,
  } = props;
  const single = max === 1;
  const toggle = (option: Value) => {
    if (selected.includes(option)) onChange(selected.filter((one) => one !== option));
    else onChange(single ? [option] : [...selected, option]);
  };
  return (
    <div
      role="group"
      aria-label={label}
      className={cx(equal ? 'grid auto-cols-fr grid-flow-col gap-2' : 'flex flex-wrap gap-2', className)}
    >
      {options.map((option) => {
        const on = selected.includes(option);
        return (
          <Chip
            key={option}
            selected={on}
            onToggle={() => toggle(option)}
            className={equal ? 'justify-center' : undefined}
            disabled={disabled || (!on && !single && selected.length >= max)}
          >
            {format ? format(option) : option}
          </Chip>
        );
      })}
    </div>
  );
}
