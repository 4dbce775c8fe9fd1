import type { Pulse } from '@herenow/contract/pulse';
import { useState } from 'react';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { DeskPage } from '../components/desk-list.tsx';
import { FiguresWait } from '../components/desk-skeletons.tsx';
import { PulseChart } from '../components/pulse-chart.tsx';
import { PulseTable } from '../components/pulse-table.tsx';
import { PULSE_SERIES, type PulseSeries } from '../pulse-series.ts';
import { usePulse } from '../queries.ts';
import { words } from '../words.ts';

/** In minutes. */
const RANGES = [60, 360, 1440];

/** Current and recent activity over all nodes. */
export default function DeskPulseScreen() {
  const [range, setRange] = useState(60);
  return (
    <DeskPage title={words.pulse.title}>
      <ChipGroup
        label={words.pulse.range}
        options={RANGES}
        selected={[range]}
        onChange={([chosen]) => chosen && setRange(chosen)}
        max={1}
        format={(minutes) => words.pulse.hours(minutes / 60)}
        className="mb-3"
      />
      <Loaded query={usePulse(range)} failed={words.failed} waiting={<FiguresWait cards={4} />}>
        {(pulse) => <Figures pulse={pulse} />}
      </Loaded>
    </DeskPage>
  );
}

function Figures({ pulse }: { pulse: Pulse }) {
  return (
    <>
      <p className="mb-3 text-small text-soft tabular">{words.pulse.nodes(pulse.latest.nodes)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {PULSE_SERIES.map((series) => (
          <Figure key={series.field} pulse={pulse} series={series} />
        ))}
      </div>
      <PulseTable points={pulse.points} />
    </>
  );
}

function Figure({ pulse, series }: { pulse: Pulse; series: PulseSeries }) {
  const latest = pulse.latest[series.field];
  return (
    <section className="min-w-0 rounded-card border border-line bg-raised p-5">
      <h3 className="text-small text-soft" style={{ fontWeight: 'inherit' }}>
        {series.title}
      </h3>
      <p className="font-display text-display font-bold tabular">
        {latest === null ? words.pulse.nothing : series.format(latest)}
      </p>
      <PulseChart points={pulse.points} series={series} />
    </section>
  );
}
