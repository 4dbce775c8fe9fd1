import { useId, type CSSProperties } from 'react';
import './slider.css';

type Props = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** Returns the visible and spoken text of a value, such as `5km`. */
  format: (value: number) => string;
};

export function Slider(props: Props & { min: number; max: number; step: number }) {
  const { label, value, onChange, format, min, max, step } = props;
  const id = useId();
  const fill = { '--fill': max > min ? (value - min) / (max - min) : 0 } as CSSProperties;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        {/* The slider itself announces its value. */}
        <output htmlFor={id} aria-live="off" className="tabular font-display text-title font-bold">
          {format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        style={fill}
        className="range"
      />
      <div aria-hidden className="flex justify-between text-caption text-soft tabular">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}

/** A slider over a fixed list of values, evenly spaced whatever the numbers are. */
export function StepSlider({
  steps,
  value,
  onChange,
  format,
  ...rest
}: Props & { steps: readonly number[] }) {
  const nearest = steps.reduce((best, step, at) => {
    return Math.abs(step - value) < Math.abs((steps[best] ?? Infinity) - value) ? at : best;
  }, 0);
  const valueAt = (at: number) => steps[at] ?? value;
  return (
    <Slider
      {...rest}
      min={0}
      max={steps.length - 1}
      step={1}
      value={nearest}
      onChange={(at) => onChange(valueAt(at))}
      format={(at) => format(valueAt(at))}
    />
  );
}
