import type { PulsePoint } from '@herenow/contract/pulse';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { timeText, type PulseSeries } from '../pulse-series.ts';

const HEIGHT = 120;

/** Returns a theme colour, as resolved at the chart's element, in a form that a canvas accepts. */
function colourOf(element: Element, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns a round number at or above the maximum whose half is round, too. */
function roundUp(most: number, unit: number): number {
  const parts = Math.max(2, most / unit);
  const ten = 10 ** Math.floor(Math.log10(parts));
  return [1, 2, 4, 6, 8, 10].find((times) => times * ten >= parts)! * ten * unit;
}

/** Returns the points in columns, as the chart library takes them. */
function columnsOf(points: readonly PulsePoint[], { field, beside }: PulseSeries): UPlot.AlignedData {
  const seconds = points.map(({ at }) => Date.parse(at) / 1000);
  const fields = beside ? [field, beside] : [field];
  return [seconds, ...fields.map((one) => points.map((point) => point[one]))];
}

function optionsFor(holder: HTMLElement, { beside, format, unitOf = () => 1 }: PulseSeries): UPlot.Options {
  const [soft, line, signal] = ['soft', 'line', 'signal'].map((name) => () => colourOf(holder, name));
  const axis = {
    stroke: soft!,
    font: '12px sans-serif',
    grid: { stroke: line!, width: 1 },
    ticks: { show: false },
  };
  const drawn = { stroke: signal!, width: 2, points: { show: false } };
  return {
    width: holder.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_, __, most) => [0, roundUp(most, unitOf(most))] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        gap: 10,
        space: 72,
        values: (_, at) => at.map((second) => timeText(second * 1000)),
      },
      {
        ...axis,
        size: 58,
        splits: (_, __, from, to) => [from, to / 2, to],
        values: (_, at) => at.map(format),
      },
    ],
    series: [{}, drawn, ...(beside ? [{ ...drawn, stroke: soft!, width: 1 }] : [])],
  };
}

/** A chart of one series over time. The table below has the same figures. */
export default function PulseChart({
  points,
  series,
}: {
  points: readonly PulsePoint[];
  series: PulseSeries;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(undefined);

  useEffect(() => {
    const element = holder.current!;
    const drawn = new UPlot(optionsFor(element, series), undefined, element);
    chart.current = drawn;
    const sizes = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    // Colours change with the system's theme and the user's choice.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => drawn.redraw(false);
    dark.addEventListener('change', redraw);
    return () => {
      dark.removeEventListener('change', redraw);
      sizes.disconnect();
      drawn.destroy();
    };
  }, [series]);

  useEffect(() => chart.current?.setData(columnsOf(points, series)), [points, series]);

  return <div ref={holder} aria-hidden="true" className="overflow-hidden" style={{ height: HEIGHT }} />;
}
