import type { PulsePoint } from '@herenow/contract/pulse';
import { timeText, type PulseSeries } from '../pulse-series.ts';

type Props = { points: readonly PulsePoint[]; series: PulseSeries };

/** Returns a round number at or above the maximum whose half is also round. */
function roundUp(most: number, unit: number): number {
  const parts = Math.max(2, most / unit);
  const ten = 10 ** Math.floor(Math.log10(parts));
  return [1, 2, 4, 6, 8, 10].find((times) => times * ten >= parts)! * ten * unit;
}

/** Returns the path of a line through values between 0 and `top`, in a square of 100; null values leave a gap. */
function lineOf(values: readonly (number | null)[], top: number): string {
  const at = (value: number, index: number) =>
    `${(100 * index) / Math.max(1, values.length - 1)} ${100 - (100 * value) / top}`;
  return values
    .map((value, index) => {
      if (value === null) return '';
      return `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${at(value, index)}`;
    })
    .join('');
}

/** A chart of one series over time. The table below has the same figures. */
export function PulseChart({ points, series: { field, beside, format, unitOf = () => 1 } }: Props) {
  const valuesOf = (one: typeof field) => points.map((point) => point[one]);
  const main = valuesOf(field);
  const other = beside ? valuesOf(beside) : [];
  const most = Math.max(0, ...[...main, ...other].map(Number));
  const top = roundUp(most, unitOf(most));
  const times = [points[0], points.at(-1)];
  return (
    <div aria-hidden dir="ltr" className="pulse-chart mt-4 flex gap-3 text-caption text-soft tabular">
      <div className="pulse-scale flex flex-col justify-between">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="block w-full" fill="none">
          <path d="M0 0H100M0 50H100M0 100H100" stroke="var(--line)" />
          <path d={lineOf(other, top)} stroke="var(--soft)" />
          <path d={lineOf(main, top)} stroke="var(--signal)" strokeWidth="2" />
        </svg>
        <div className="mt-2 flex flex-wrap justify-between">
          {times.map((point, index) => (
            <span key={index}>{point && timeText(Date.parse(point.at))}</span>
          ))}
        </div>
      </div>
    </div>
  );
}
