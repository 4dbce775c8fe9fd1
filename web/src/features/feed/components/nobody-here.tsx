import type { OwnUser } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { emit } from '../../../lib/window-events.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { later } from '../../../ui/later.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AlertSwitch } from '../../alerts/index.ts';
import { openVisibility } from '../../presence/index.ts';
import { applyFilter } from '../apply-filter.ts';
import { furtherSteps, useFurther, type Count } from '../counts.ts';
import { activeCount, defaultFilter, filterProblem, type Filter } from '../filter.ts';
import { words } from '../empty-words.ts';
import { words as friendWords } from '../friend-words.ts';

type Props = { me: OwnUser; filter: Filter; online: boolean; onRetry: () => void };

/** The empty feed: says what to do, and what the filter asks for. */
export default function NobodyHere(props: Props) {
  const problem = filterProblem(props.filter);
  return problem ? <Contrary {...props} problem={problem} /> : <Nobody {...props} />;
}

/** A filter that contradicts itself. Most likely the ages were swapped. */
function Contrary({ me, filter, onRetry, problem }: Props & { problem: string }) {
  const client = useQueryClient();
  const [minAge, maxAge] = [filter.maxAge, filter.minAge];
  return (
    <EmptyState
      page
      failed
      title={problem}
      text={words.contrary.text}
      action={
        <div className="flex w-full flex-col gap-3">
          <Button block onClick={() => applyFilter(client, me, { ...filter, minAge, maxAge })}>
            {words.contrary.swap(minAge, maxAge)}
          </Button>
          <OpenFilter />
          <Button block variant="ghost" onClick={onRetry}>
            {words.contrary.retry}
          </Button>
        </div>
      }
    />
  );
}

function OpenFilter() {
  return (
    <Button block variant="ghost" onClick={() => emit('openFilter')}>
      {words.openFilter}
    </Button>
  );
}

function Nobody({ me, filter, online }: Props) {
  const filtered = activeCount(filter, defaultFilter(me.preferences.maxDistanceKm)) > 0;
  useEffect(() => {
    emit('feedEmpty', filtered ? words.told.filtered : words.told.empty);
    return () => emit('feedEmpty', '');
  }, [filtered]);
  return (
    <EmptyState
      page
      title={words.empty}
      text={
        <span className="grid">
          <Line text={words.emptyHidden} shown={!online} />
          <Line text={words.emptyOnline} shown={online} />
          {filtered && <Filtered filter={filter} />}
        </span>
      }
      action={<Ways me={me} filter={filter} online={online} filtered={filtered} />}
    />
  );
}

/** The ways out of an empty feed; the first button is the likeliest. */
function Ways({ me, filter, online, filtered }: Omit<Props, 'onRetry'> & { filtered: boolean }) {
  const client = useQueryClient();
  const further = useFurther(me.id, filter);
  const steps = furtherSteps(filter.maxDistanceKm);
  // The nearest distance with people or, if they are too few to be counted, the farthest one that was counted.
  const wider = further.find(({ people }) => people)?.maxDistanceKm ?? steps.at(-1);
  const apply = (next: Filter) => applyFilter(client, me, next);
  const goVisible = (
    <Button
      block
      variant={filtered ? 'ghost' : 'primary'}
      // Its place stays: another tab or device may end the presence while a thumb is moving to what is below.
      className={cx(online && 'invisible')}
      onClick={() => openVisibility({ flow: 'feed' })}
    >
      {words.goVisibleNow}
    </Button>
  );
  const widen = wider !== undefined && (
    <Button
      block
      variant={filtered ? 'primary' : 'ghost'}
      onClick={() => apply({ ...filter, maxDistanceKm: wider })}
    >
      {words.widen(wider)}
    </Button>
  );
  const reset = filtered && (
    <Button
      block
      variant={widen ? 'ghost' : 'primary'}
      onClick={() => apply(defaultFilter(me.preferences.maxDistanceKm))}
    >
      {words.resetFilter}
    </Button>
  );
  return (
    // On phones the button to refresh is below.
    <div className="flex w-full flex-col gap-3 pb-10 lg:pb-0">
      {/* Keeps its place until the numbers load; at the greatest distance there are none. */}
      {steps.length > 0 && <Further counts={further} />}
      {!filtered && goVisible}
      {widen}
      {reset}
      {filtered && <OpenFilter />}
      {filtered && goVisible}
      <div className={cx(listCardClass, 'mt-2')}>
        <AlertSwitch userId={me.id} km={filter.maxDistanceKm} />
        {!filtered && <Bring />}
      </div>
    </div>
  );
}

function Filtered({ filter }: { filter: Filter }) {
  return (
    <span className="mt-3">
      <span className="block font-semibold text-ink">{nobody(filter)}</span>
      {words.nobody.text}
    </span>
  );
}

/** One of two texts, in a place as high as the longer one. */
function Line({ text, shown }: { text: string; shown: boolean }) {
  return (
    <span className={cx(!shown && 'invisible')} style={{ gridArea: '1 / 1' }}>
      {text}
    </span>
  );
}

const BringFriend = later(() => import('./bring-friend.tsx'));

function Bring() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <ListRow
        title={friendWords.bring}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      />
      {wanted && <BringFriend open={open} onOpenChange={setOpen} />}
    </>
  );
}

/** Shows how many people there are further away; of distances with equally many, the one that says most. */
function Further({ counts }: { counts: Count[] }) {
  const telling = counts.filter(
    ({ people }, at) => people !== counts[people === null ? at + 1 : at - 1]?.people,
  );
  return (
    <ul className="flex min-h-7 flex-wrap justify-center gap-2 text-small text-soft">
      {telling.map(({ maxDistanceKm: km, people, more }) => (
        <li key={km} className="rounded-chip bg-sunken px-3 py-1 tabular">
          {people === null
            ? words.further.few(km)
            : (more ? words.further.more : words.further.some)(people, km)}
        </li>
      ))}
    </ul>
  );
}

function nobody({ minAge, maxAge, maxDistanceKm: km }: Filter): string {
  if (minAge && maxAge) return words.nobody.between(minAge, maxAge, km);
  if (minAge) return words.nobody.from(minAge, km);
  return maxAge ? words.nobody.upTo(maxAge, km) : words.nobody.fitting(km);
}
