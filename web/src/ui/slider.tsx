import { useId, type CSSProperties, type ReactNode } from 'react';
import { cx } from './cx.ts';
import './slider.css';

type Props = {
  label: string;
  /** The allowed values, ascending. */
  steps: readonly number[];
  value: number;
  onChange: (value: number) => void;
  /** Returns the visible and spoken text of a value, such as `5km`. */
  format: (value: number) => string;
  hint?: ReactNode;
  hideLabel?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
};

/** A slider over a fixed list of values, evenly spaced whatever the numbers are. */
export function Slider({
  label,
  steps,
  value,
  onChange,
  format,
  hint,
  hideLabel = false,
  disabled,
  className,
}: Props) {
  const id = useId();
  const last = steps.length - 1;
  const nearest = steps.reduce((best, step, at) => {
    return Math.abs(step - value) < Math.abs((steps[best] ?? Infinity) - value) ? at : best;
  }, 0);
  const fill = { '--fill': last > 0 ? nearest / last : 0 } as CSSProperties;
  return (
    <div className={cx('flex flex-col gap-2', className)}>
      <div className={cx('flex items-baseline justify-between gap-4', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="tabular font-display text-title font-bold">
          {format(steps[nearest] ?? value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        step={1}
        value={nearest}
        disabled={disabled}
        aria-valuetext={format(steps[nearest] ?? value)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(steps[event.currentTarget.valueAsNumber] ?? value)}
        style={fill}
        className="range"
      />
      <div aria-hidden="true" className="flex justify-between text-caption text-soft tabular">
        <span>{format(steps[0] ?? value)}</span>
        <span>{format(steps[last] ?? value)}</span>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
