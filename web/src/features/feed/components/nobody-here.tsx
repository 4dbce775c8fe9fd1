import { DISTANCE_STEPS_KM } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { openVisibility } from '../../presence/index.ts';
import { keepFilter } from '../filter-store.ts';
import { activeCount, defaultFilter, type Filter } from '../filter.ts';
import { words } from '../empty-words.ts';

type Props = { me: OwnUser; filter: Filter; online: boolean };

/** An empty feed: what it is that nobody fits, and one tap to look further. */
export function NobodyHere({ me, filter, online }: Props) {
  const filtered = activeCount(filter, defaultFilter(me.preferences.maxDistanceKm)) > 0;
  const wider = DISTANCE_STEPS_KM.find((km) => km > filter.maxDistanceKm);
  const goVisible = !online && (
    <Button block variant={filtered ? 'ghost' : 'primary'} onClick={() => openVisibility({ flow: 'feed' })}>
      {words.goVisibleNow}
    </Button>
  );
  const widen = wider !== undefined && (
    <Button
      block
      variant={filtered ? 'primary' : 'ghost'}
      onClick={() => keepFilter(me, { ...filter, maxDistanceKm: wider })}
    >
      {words.widen(wider)}
    </Button>
  );
  if (!filtered)
    return (
      <EmptyState
        page
        title={words.empty}
        text={online ? words.emptyOnline : words.emptyHidden}
        action={
          <div className="flex w-full flex-col gap-3">
            {goVisible}
            {widen}
          </div>
        }
      />
    );
  return (
    <EmptyState
      page
      title={nobody(filter)}
      text={words.nobody.text}
      action={
        <div className="flex w-full flex-col gap-3">
          {widen}
          <Button block variant={widen ? 'ghost' : 'primary'} onClick={() => keepFilter(me, undefined)}>
            {words.resetFilter}
          </Button>
          {goVisible}
        </div>
      }
    />
  );
}

function nobody({ minAge, maxAge, maxDistanceKm: km }: Filter): string {
  if (minAge && maxAge) return words.nobody.between(minAge, maxAge, km);
  if (minAge) return words.nobody.from(minAge, km);
  return maxAge ? words.nobody.upTo(maxAge, km) : words.nobody.fitting(km);
}
