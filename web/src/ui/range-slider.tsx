import type { CSSProperties } from 'react';
import './slider.css';
import './range-slider.css';

type Props = {
  min: number;
  max: number;
  value: readonly [number, number];
  onChange: (value: [number, number]) => void;
  labels: readonly [string, string];
};

/** Renders two handles on one track; neither passes the other. */
export function RangeSlider({ min, max, value, onChange, labels }: Props) {
  const [low, high] = value;
  const part = (at: number) => (at - min) / (max - min);
  const style = { '--from': part(low), '--to': part(high) } as CSSProperties;
  const handle = (at: 0 | 1) => (
    <input
      type="range"
      aria-label={labels[at]}
      min={min}
      max={max}
      value={value[at]}
      onChange={({ currentTarget: { valueAsNumber: next } }) =>
        onChange(at === 0 ? [Math.min(next, high), high] : [low, Math.max(next, low)])
      }
      className="range"
      // When both are at the end, only the lower one can move, so it lies on top.
      style={at === 0 && low > (min + max) / 2 ? { zIndex: 1 } : undefined}
    />
  );
  return (
    <div className="range-pair" style={style}>
      {handle(0)}
      {handle(1)}
    </div>
  );
}
