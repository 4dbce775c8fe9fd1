import { useId, type CSSProperties } from 'react';
import './slider.css';

type Props = {
  label: string;
  /** The allowed values, ascending. */
  steps: readonly number[];
  value: number;
  onChange: (value: number) => void;
  /** Returns the visible and spoken text of a value, such as `5km`. */
  format: (value: number) => string;
};

/** A slider over a fixed list of values, evenly spaced whatever the numbers are. */
export function Slider({ label, steps, value, onChange, format }: Props) {
  const id = useId();
  const last = steps.length - 1;
  const nearest = steps.reduce((best, step, at) => {
    return Math.abs(step - value) < Math.abs((steps[best] ?? Infinity) - value) ? at : best;
  }, 0);
  const fill = { '--fill': last > 0 ? nearest / last : 0 } as CSSProperties;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
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
        aria-valuetext={format(steps[nearest] ?? value)}
        onChange={(event) => onChange(steps[event.currentTarget.valueAsNumber] ?? value)}
        style={fill}
        className="range"
      />
      <div aria-hidden="true" className="flex justify-between text-caption text-soft tabular">
        <span>{format(steps[0] ?? value)}</span>
        <span>{format(steps[last] ?? value)}</span>
      </div>
    </div>
  );
}
