import type { LoggedAction } from '@herenow/contract/constants';
import type { ModerationStatistics } from '@herenow/contract/moderation';
import { useState } from 'react';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { cx } from '../../../ui/cx.ts';
import { listCardClass } from '../../../ui/list-row.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { DeskPage } from '../components/desk-list.tsx';
import { FiguresWait } from '../components/desk-skeletons.tsx';
import { useStatistics } from '../queries.ts';
import { words } from '../words.ts';

/** In days. */
const RANGES = [30, 90, 182, 365] as const;

/** The figures of the last months for a transparency report. */
export default function DeskNumbersScreen() {
  const [range, setRange] = useState<(typeof RANGES)[number]>(30);
  return (
    <DeskPage title={words.statistics}>
      <ChipGroup
        label={words.range}
        options={RANGES}
        selected={[range]}
        onChange={([chosen]) => chosen && setRange(chosen)}
        max={1}
        format={(days) => words.lastDays[days]}
        className="desk-ranges mb-4"
      />
      <Loaded query={useStatistics(range)} failed={words.failed} waiting={<FiguresWait cards={1} />}>
        {(statistics) => <Numbers {...statistics} />}
      </Loaded>
    </DeskPage>
  );
}

function Numbers({ reports, acts, appeals, hidings, upheldShare, medianHours }: ModerationStatistics) {
  const share = new Intl.NumberFormat(undefined, { style: 'percent' });
  const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
  const hours = (count: number | null) => (count === null ? words.none : plain.format(count));
  return (
    <>
      <dl className={cx('desk-figures', listCardClass)}>
        <Figure name={words.upheld} value={upheldShare === null ? words.none : share.format(upheldShare)} />
        <Figure name={words.median} value={hours(medianHours)} />
        <Figure name={words.appealMedian} value={hours(appeals.medianHours)} />
      </dl>
      <Bars title={words.statReports} counts={reports} />
      <Bars
        title={words.statActs}
        counts={acts.map(({ name, count }) => ({ name: words.act[name as LoggedAction], count }))}
      />
      <Bars title={words.statAppeals} counts={named(words.appealed, appeals)} />
      <Bars title={words.statHidings} counts={named(words.hidings, hidings)} />
    </>
  );
}

function named<K extends string>(names: Record<K, string>, counts: NoInfer<Record<K, number>>) {
  return (Object.keys(names) as K[]).map((key) => ({ name: names[key], count: counts[key] }));
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 py-2.5">
      <dt className="min-w-[min(9rem,100%)] flex-1 text-small text-soft">{name}</dt>
      <dd className="font-display text-heading font-bold tabular">{value}</dd>
    </div>
  );
}

function Bars({ title, counts }: { title: string; counts: ModerationStatistics['reports'] }) {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Section heading="h3" title={title} text={counts.length === 0 ? words.none : ''} className="mt-8">
      <ul className="mt-3 flex flex-col gap-2">
        {counts.map(({ name, count }) => (
          <li key={name} className="desk-bar items-center gap-3 text-small">
            <span className="break-words">{name}</span>
            <span aria-hidden className="h-3 rounded-chip bg-sunken">
              <span
                className="block h-full rounded-chip"
                style={{ inlineSize: `${(100 * count) / most}%`, background: 'var(--soft)' }}
              />
            </span>
            <span className="font-semibold tabular">{count}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
