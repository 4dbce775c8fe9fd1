import type { OwnUser } from '@herenow/contract/entities';
import { getUser } from '@herenow/contract/profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { api } from '../../../lib/api.ts';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Tag } from '../../../ui/chip.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PhotoCarousel } from '../../../ui/photo-carousel.tsx';
import { PinButton } from '../../../ui/pin-button.tsx';
import { PhotoCardSkeleton } from '../../../ui/skeleton.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { usePin } from '../../pins/index.ts';
import { countdown, remainingMs } from '../../presence/index.ts';
import { ReportDialog, useBlock } from '../../safety/index.ts';
import { personOfUser, samplePerson, shownTags, type Person } from '../person.ts';
import { removeFromFeed } from '../queries.ts';
import { words } from '../words.ts';

/** `/profile/{id}`: the person that came along from the feed, else fetched, else the sample. */
export function PersonScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation() as { state: { person?: Person } | null };
  const given = state?.person?.id === id ? state.person : undefined;
  const me = useMe();
  const fetched = useQuery({
    queryKey: ['person', id],
    enabled: !given && id !== me.id,
    queryFn: () => fetchPerson(id, me),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status > 0),
  });
  const navigate = useNavigate();
  // Whoever opens a link to themselves may look at it and change it there.
  if (id === me.id) return <Navigate to="/my-profile" replace />;
  const person = given ?? fetched.data;
  if (person) return <Profile person={person} sample={person.name !== '' && fetched.data?.sample === true} />;
  return (
    <main className="mx-auto max-w-xl">
      <IconButton
        label={words.profile.back}
        icon={<ArrowLeft className="size-5.5 rtl:-scale-x-100" />}
        onClick={() => void navigate(-1)}
        className="m-2"
      />
      {fetched.isError ? (
        <ErrorState title={words.failed} retryText={words.tryAgain} onRetry={() => void fetched.refetch()} />
      ) : (
        <PhotoCardSkeleton className="rounded-none" />
      )}
    </main>
  );
}

async function fetchPerson(id: string, me: OwnUser): Promise<Person & { sample?: boolean }> {
  try {
    return personOfUser(await api(getUser, { params: { id } }), me.location);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return { ...samplePerson(id, Date.now()), sample: true };
    throw error;
  }
}

function Profile({ person, sample }: { person: Person; sample: boolean }) {
  const navigate = useNavigate();
  return (
    <main className="mx-auto min-h-dvh w-full max-w-5xl pb-28 lg:grid lg:grid-cols-2 lg:items-start lg:gap-10 lg:px-8 lg:pt-8">
      <div className="sticky top-0 lg:top-8">
        <PhotoCarousel
          photos={person.photos}
          name={person.name}
          indicator="dots"
          eager
          sizes="(min-width: 1024px) 30rem, 100vw"
          className="max-h-[82dvh] w-full lg:max-h-none lg:rounded-card"
        />
        <IconButton
          label={words.profile.back}
          icon={<ArrowLeft className="size-5.5 rtl:-scale-x-100" />}
          tone="onPhoto"
          onClick={() => void navigate(-1)}
          className="absolute start-3 top-[calc(env(safe-area-inset-top)+0.75rem)] z-10"
        />
        {!sample && <PersonMenu person={person} />}
      </div>
      <section className="relative z-10 -mt-6 min-h-[40dvh] rounded-t-card bg-paper gutter pt-6 lg:mt-0 lg:min-h-0 lg:bg-transparent lg:px-0">
        <About person={person} sample={sample} />
        {!sample && <PinBar person={person} />}
      </section>
    </main>
  );
}

function About({ person, sample }: { person: Person; sample: boolean }) {
  const now = useNow(1000);
  const left = remainingMs(person.onlineUntil, now);
  return (
    <>
      {sample && (
        <p className="mb-4 rounded-field bg-sunken p-3.5 text-small">
          <strong>{words.profile.sample}.</strong> {words.profile.sampleText}
        </p>
      )}
      <h1 className="flex min-w-0 text-heading">
        <bdi className="truncate">{person.name}</bdi>
        <span className="shrink-0 font-medium tabular">, {person.age}</span>
      </h1>
      {person.gender && <p className="mt-1 text-body text-soft">{person.gender}</p>}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <StatusPill tone={left > 0 ? 'online' : 'offline'}>
          {left > 0 ? words.profile.visibleFor(countdown(left)) : words.profile.offline}
        </StatusPill>
        {person.distance !== undefined && (
          <span className="text-small text-soft tabular">{words.profile.away(person.distance)}</span>
        )}
      </div>
      {person.myTags.length > 0 && (
        <section className="mt-8">
          <h2 className="text-title">{words.profile.perfectDate}</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {shownTags(person.myTags).map((tag) => (
              <li key={tag}>
                <Tag>{tag}</Tag>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The pin in reach of the thumb. A pinned person is left behind for the feed. */
function PinBar({ person }: { person: Person }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [pinned, setPinned] = useState(false);
  const { pin, pinning } = usePin({
    toastMs: 3000,
    onPinned: (userId) => {
      setPinned(true);
      removeFromFeed(client, userId);
      void navigate('/feed', { replace: true });
    },
  });
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center bg-linear-to-t from-paper via-paper/80 to-transparent pt-8 pb-[calc(env(safe-area-inset-bottom)+1.25rem)] lg:static lg:justify-start lg:bg-none">
      <PinButton
        label={words.pin(person.name)}
        pinned={pinned}
        busy={pinning !== undefined}
        onClick={() => pin(person, `/profile/${person.id}`)}
        className="pointer-events-auto size-18"
      />
    </div>
  );
}

function PersonMenu({ person }: { person: Person }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [reporting, setReporting] = useState(false);
  const block = useBlock();
  const onBlock = () => {
    removeFromFeed(client, person.id);
    // A failure is silent here; the block is tried by the queue of the mutation and the list tells.
    block.mutate(person.id);
    void navigate('/feed', { replace: true });
  };
  return (
    <div className="absolute end-3 top-[calc(env(safe-area-inset-top)+0.75rem)] z-10">
      <Menu
        label={words.profile.menu}
        icon={<EllipsisVertical className="size-5.5" />}
        tone="onPhoto"
        items={[
          { label: words.profile.block, onSelect: onBlock, danger: true },
          { label: words.profile.report, onSelect: () => setReporting(true) },
        ]}
      />
      <ReportDialog open={reporting} onOpenChange={setReporting} userId={person.id} name={person.name} />
    </div>
  );
}
