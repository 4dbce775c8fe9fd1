import {
  DATE_IDEAS,
  DISTANCE_STEPS_KM,
  MAX_AGE,
  MAX_DISTANCE_KM,
  MIN_AGE,
  PRONOUNS,
} from '@herenow/contract/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { clearDraft, readDraft, writeDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { cx } from '../../../ui/cx.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StepSlider } from '../../../ui/slider.tsx';
import { RangeSlider } from '../../../ui/range-slider.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { applyFilter } from '../apply-filter.ts';
import { summary } from '../filter-summary.ts';
import { useCount } from '../counts.ts';
import { filterProblem, type Filter } from '../filter.ts';
import { words } from '../filter-words.ts';
import './filter-sheet.css';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  filter: Filter;
  defaults: Filter;
}

/** The Preferences sheet: filters the feed. Nothing changes before Apply, and a reload before it loses nothing. */
export default function FilterSheet({ open, onOpenChange, filter, defaults }: Props) {
  const me = useMe();
  const client = useQueryClient();
  const unfinished = `filter:${me.id}`;
  // Only the values chosen here; the rest follows the filter, which another tab or the settings may change meanwhile.
  const [chosen, setChosen] = useState<Partial<Filter>>({});
  useEffect(() => {
    if (open) setChosen(readDraft(unfinished));
  }, [open, unfinished]);
  const choose = (next: Partial<Filter>) => {
    setChosen(next);
    writeDraft(unfinished, next);
  };
  const set = (part: Partial<Filter>) => choose({ ...chosen, ...part });
  const close = () => {
    clearDraft(unfinished);
    onOpenChange(false);
  };
  const draft = useMemo(() => ({ ...filter, ...chosen }), [filter, chosen]);
  const count = useCount(me.id, draft, open);
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(next) : close())}
      title={words.filter.title}
      footer={
        <div className="flex flex-wrap gap-3">
          <p aria-live="polite" className="found w-full text-center text-small text-soft">
            {count?.people === null && words.filter.few}
          </p>
          <Button variant="ghost" onClick={() => choose(defaults)}>
            {words.filter.reset}
          </Button>
          <Button
            className="flex-1"
            onClick={() => {
              applyFilter(client, me, draft);
              close();
            }}
          >
            {count?.people ? words.filter.show(count.people, count.more) : words.filter.apply}
          </Button>
        </div>
      }
    >
      <div className="filter">
        <Part
          title={words.filter.pronouns}
          summary={summary(draft.gender, words.filter.everyone)}
          isSet={draft.gender.length > 0}
        >
          <ChipGroup
            label={words.filter.pronouns}
            options={PRONOUNS}
            selected={draft.gender}
            onChange={(gender) => set({ gender })}
          />
        </Part>
        <Ages draft={draft} set={set} />
        <StepSlider
          label={words.filter.distance}
          steps={DISTANCE_STEPS_KM}
          value={draft.maxDistanceKm}
          onChange={(maxDistanceKm) => set({ maxDistanceKm })}
          format={(km) => (km === MAX_DISTANCE_KM ? `${km}km+` : `${km}km`)}
        />
        <Switches draft={draft} set={set} />
        <Ideas draft={draft} set={set} />
      </div>
    </Sheet>
  );
}

type DraftProps = { draft: Filter; set: (part: Partial<Filter>) => void };

function Switches({ draft, set }: DraftProps) {
  return (
    <div className="switches">
      <Alike draft={draft} set={set} />
      <SwitchRow
        label={words.filter.verified}
        hint={words.filter.verifiedHint}
        checked={draft.verifiedOnly}
        onCheckedChange={(verifiedOnly) => set({ verifiedOnly })}
      />
    </div>
  );
}

/** One tap to filter by the user's own date ideas. */
function Alike({ draft, set }: DraftProps) {
  const { myTags } = useMe();
  const mine = DATE_IDEAS.filter((idea) => myTags.includes(idea.toLowerCase()));
  if (mine.length === 0) return null;
  return (
    <SwitchRow
      label={words.filter.alike}
      hint={words.filter.alikeHint}
      checked={
        mine.length === draft.interestedIn.length && mine.every((idea) => draft.interestedIn.includes(idea))
      }
      onCheckedChange={(on) => set({ interestedIn: on ? mine : [] })}
    />
  );
}

function Ideas({ draft, set }: DraftProps) {
  return (
    <Part
      title={words.filter.ideas}
      summary={summary(draft.interestedIn, words.filter.openToAnything)}
      isSet={draft.interestedIn.length > 0}
    >
      <ChipGroup
        label={words.filter.ideas}
        options={DATE_IDEAS}
        selected={draft.interestedIn as (typeof DATE_IDEAS)[number][]}
        onChange={(interestedIn) => set({ interestedIn })}
      />
    </Part>
  );
}

/** A slider with two handles, and two fields for exact ages. */
function Ages({ draft, set }: DraftProps) {
  return (
    <Part title={words.filter.age} summary={agesText(draft)} isSet={draft.minAge > 0 || draft.maxAge > 0}>
      <RangeSlider
        labels={[words.filter.youngest, words.filter.oldest]}
        min={MIN_AGE}
        max={MAX_AGE}
        value={[draft.minAge || MIN_AGE, Math.max(draft.maxAge || MAX_AGE, draft.minAge)]}
        // A handle at the end of the slider means no bound.
        onChange={([low, high]) =>
          set({ minAge: low === MIN_AGE ? 0 : low, maxAge: high === MAX_AGE ? 0 : high })
        }
      />
      <div className="ages">
        <AgeField label={words.filter.minAge} value={draft.minAge} onChange={(minAge) => set({ minAge })} />
        <AgeField
          label={words.filter.maxAge}
          value={draft.maxAge}
          error={filterProblem(draft)}
          onChange={(maxAge) => set({ maxAge })}
        />
      </div>
    </Part>
  );
}

function agesText({ minAge, maxAge }: Filter): string {
  return minAge || maxAge ? words.filter.ages(minAge || MIN_AGE, maxAge || MAX_AGE) : words.filter.anyAge;
}

type PartProps = { title: string; summary: string; isSet: boolean; children: ReactNode };

function Part({ title, summary: text, isSet, children }: PartProps) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-small font-semibold">{title}</h3>
        <span className={cx('text-small', isSet ? 'font-semibold' : 'text-soft')}>{text}</span>
      </div>
      {children}
    </section>
  );
}

/** Empty means no bound. On blur, a value outside 18 to 80 is clamped. */
function AgeField({
  value,
  onChange,
  ...texts
}: {
  label: string;
  value: number;
  error?: string | undefined;
  onChange: (value: number) => void;
}) {
  return (
    <TextField
      {...texts}
      type="number"
      inputMode="numeric"
      min={MIN_AGE}
      max={MAX_AGE}
      placeholder="–"
      value={value === 0 ? '' : String(value)}
      onChange={(event) => onChange(Math.trunc(Number(event.currentTarget.value)) || 0)}
      onBlur={() => value !== 0 && onChange(Math.min(MAX_AGE, Math.max(MIN_AGE, value)))}
    />
  );
}
