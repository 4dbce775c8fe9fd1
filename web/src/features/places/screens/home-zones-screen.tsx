import { isBlank } from '@herenow/contract/blank';
import type { Point } from '@herenow/contract/entities';
import { House, MapPin, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/form-drafts.ts';
import { findPosition, LocationError } from '../../../lib/geolocation.ts';
import { warn } from '../../../lib/log.ts';
import { goUp } from '../../../lib/navigation.tsx';
import { session, useMe } from '../../../lib/session.ts';
import { useStoredElsewhere } from '../../../lib/window-events.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { refreshMe } from '../../profile/index.ts';
import { ZoneScene } from '../components/zone-scene.tsx';
import { tell } from '../location.ts';
import { words } from '../words.ts';
import {
  areZonesGone,
  forgetGoneZones,
  MOST_ZONES,
  readZones,
  rounded,
  saveZones,
  zoneAt,
  ZONE_KM,
  type HomeZone,
} from '../zones.ts';

export default function HomeZonesScreen() {
  const { id } = useMe();
  const [zones, setZones] = useState(() => readZones(id));
  const [added, setAdded] = useState(0);
  const [gone] = useState(() => areZonesGone(id));
  // A user who has read the notice here does not need it again.
  useEffect(() => (gone ? forgetGoneZones() : undefined), [gone]);
  const follow = () => setZones(readZones(id));
  useStoredElsewhere(follow);
  const change = (next: (zones: HomeZone[]) => HomeZone[]) => {
    saveZones(id, next(readZones(id)));
    follow();
  };
  return (
    <SubPage title={words.title} onBack={() => goUp('/settings')}>
      <ZoneScene />
      <p className="text-body">{words.text}</p>
      <ul aria-label={words.list} className={zones.length > 0 ? cx('mt-5', listCardClass) : 'mt-5'}>
        {zones.map((zone, index) => (
          <li key={index}>
            <ListRow
              title={zone.name}
              icon={House}
              action={
                <IconButton
                  label={words.remove(zone.name)}
                  icon={<Trash2 aria-hidden className="size-5" />}
                  onClick={() => change((all) => all.filter((other) => !isSame(other, zone)))}
                />
              }
            />
          </li>
        ))}
      </ul>
      {zones.length === 0 && <p className="text-body text-soft">{gone ? words.gone : words.none}</p>}
      {zones.length < MOST_ZONES ? (
        // A new form for the next zone: in this one the button that has the focus would be disabled and lose it.
        <AddZone
          key={added}
          suggested={zones.length === 0 ? words.first : ''}
          onAdd={(zone) => {
            change((all) => [...all, zone]);
            setAdded(added + 1);
          }}
        />
      ) : (
        <p className="mt-5 text-small text-soft">{words.full}</p>
      )}
      <p className="mt-10 text-small text-soft">{words.kept}</p>
      <p className="mt-3 text-small text-soft">{words.honest}</p>
    </SubPage>
  );
}

const isSame = (one: HomeZone, other: HomeZone) =>
  one.name === other.name && String(one.centre.coordinates) === String(other.centre.coordinates);

type AddProps = { suggested: string; onAdd: (zone: HomeZone) => void };

function AddZone({ suggested, onAdd }: AddProps) {
  const { id } = useMe();
  const draft = useDraft<{ typed?: string }>(`home-zone:${id}`, {});
  const name = draft.fields.typed ?? suggested;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const fix = await findPosition(ZONE_KM * 1000);
      // Finding the position takes seconds, during which zones may have been removed or added.
      const zones = readZones(id);
      if (zones.length >= MOST_ZONES) return;
      if (zoneAt(zones, fix)) setProblem(words.already);
      else {
        const zone = await zoneOf(name.trim(), fix.place);
        // Stores no zone for a user who has signed out meanwhile.
        if (session.get().userId !== id) return;
        draft.clear();
        onAdd(zone);
        // If this fails, the next position fix reports the place.
        tell(id, fix)
          .then((told) => (told ? refreshMe() : undefined))
          .catch((error: unknown) => warn('The place of the zone was not told.', error));
      }
    } catch (error) {
      setProblem(
        error instanceof LocationError
          ? words.problems[error.problem]
          : errorText(error, words.problems.failed),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="mt-6 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <InlineError>{problem}</InlineError>
      <TextField
        label={words.name}
        value={name}
        maxLength={30}
        autoComplete="off"
        onChange={(event) => draft.change({ typed: event.target.value })}
      />
      <Button
        block
        type="submit"
        disabled={isBlank(name)}
        busy={busy}
        busyText={words.adding}
        icon={<MapPin aria-hidden className="size-5" />}
      >
        {words.add}
      </Button>
    </form>
  );
}

async function zoneOf(name: string, fix: Point): Promise<HomeZone> {
  const { drawNeighbour } = await import('../neighbours.ts');
  return { name, centre: rounded(fix), stand: drawNeighbour(fix) };
}
