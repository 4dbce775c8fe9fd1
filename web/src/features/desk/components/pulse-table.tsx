import type { PulsePoint } from '@herenow/contract/pulse';
import { PULSE_SERIES, timeText } from '../pulse-series.ts';
import { words } from '../words.ts';

/** Maximum number of rows: fewer than the charts' points, so that a screen reader can read them. */
const ROWS = 12;

/** The charts as a table, latest first, for screen readers and for exact figures. */
export function PulseTable({ points }: { points: readonly PulsePoint[] }) {
  const every = Math.max(1, Math.ceil(points.length / ROWS));
  const rows = points.toReversed().filter((_, index) => index % every === 0);
  return (
    <details className="mt-8">
      <summary className="text-body font-semibold" style={{ cursor: 'pointer', minHeight: 44 }}>
        {words.pulse.table}
      </summary>
      {/* A wide table scrolls in its own region, which is reachable by keyboard. */}
      <div role="region" aria-label={words.pulse.table} tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-small tabular" style={{ textAlign: 'end' }}>
          <thead>
            <tr>
              <th scope="col">{words.pulse.time}</th>
              {PULSE_SERIES.map(({ field, title }) => (
                <th key={field} scope="col" style={{ padding: '0.5rem', minWidth: '6rem' }}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => (
              <tr key={point.at} className="border-t border-line">
                <th scope="row">{timeText(Date.parse(point.at))}</th>
                {PULSE_SERIES.map(({ field, format }) => {
                  const value = point[field];
                  return (
                    <td key={field} style={{ padding: '0.5rem' }}>
                      {value === null ? words.pulse.nothing : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
