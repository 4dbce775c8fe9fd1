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
import { cx } from '../../../ui/cx.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PhotoCarousel } from '../../../ui/photo-carousel.tsx';
import { PinButton } from '../../../ui/pin-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { usePin } from '../../pins/index.ts';
import { countdown, remainingMs } from '../../presence/index.ts';
import { ReportDialog, useBlock } from '../../safety/index.ts';
import { personOfUser, samplePerson, shownTags, type Person } from '../person.ts';
import { removeFromFeed } from '../queries.ts';
import { words } from '../words.ts';

// On phones the text is a sheet over the photo; from 1024 px it stands beside it.
const PAGE =
  'mx-auto flex min-h-dvh w-full flex-col lg:grid lg:w-fit lg:max-w-full lg:grid-cols-[auto_minmax(0,24rem)] lg:gap-14 lg:p-8';
const PHOTOS = 'sticky top-0 lg:top-8 lg:self-start';
const PHOTO =
  'max-h-[82dvh] w-full [--covered:1.5rem] lg:[--covered:0px] lg:h-[calc(100dvh-4rem)] lg:max-h-[52rem] lg:min-h-96 lg:w-auto lg:max-w-[50vw] lg:rounded-card';
const SHEET =
  'relative z-10 -mt-6 flex-1 rounded-t-card bg-paper gutter pt-5 max-lg:flex max-lg:flex-col lg:mt-0 lg:self-center lg:p-0';

/** `/profile/{id}`: the person that came along from the feed, else fetched, else the sample. */
export default function PersonScreen() {
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
  const back = () => void navigate(-1);
  if (!fetched.isError) return <Waiting onBack={back} />;
  return (
    <>
      <PageHeader title={words.profile.title} onBack={back} />
      <main>
        <ErrorState
          page
          title={words.failed}
          retryText={words.tryAgain}
          onRetry={() => void fetched.refetch()}
        />
      </main>
    </>
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
    <main className={PAGE}>
      <div className={PHOTOS}>
        <PhotoCarousel
          photos={person.photos}
          name={person.name}
          indicator="dots"
          eager
          sizes="(min-width: 1024px) 39rem, 100vw"
          className={PHOTO}
        />
        <Back onBack={() => void navigate(-1)} />
        {!sample && <PersonMenu person={person} />}
      </div>
      <section className={SHEET}>
        <About person={person} sample={sample} />
        {!sample && <PinBar person={person} />}
      </section>
    </main>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  return (
    <IconButton
      label={words.profile.back}
      icon={<ArrowLeft className="size-[22px] rtl:-scale-x-100" />}
      tone="onPhoto"
      onClick={onBack}
      className="absolute start-3 top-[calc(env(safe-area-inset-top)+0.75rem)] z-10"
    />
  );
}

/** The page before the person is there. */
function Waiting({ onBack }: { onBack: () => void }) {
  return (
    <main className={PAGE}>
      <h1 className="sr-only">{words.profile.title}</h1>
      <div className={PHOTOS}>
        <Skeleton className={cx('aspect-3/4 rounded-none', PHOTO)} />
        <Back onBack={onBack} />
      </div>
      <section role="status" aria-label={words.profile.loading} className={cx('w-full lg:w-96', SHEET)}>
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="mt-4 h-8 w-3/4 rounded-chip" />
        <Skeleton className="mt-8 h-6 w-1/3" />
        <Skeleton className="mt-4 h-8 w-full rounded-chip" />
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
      <h1 className="min-w-0 text-heading wrap-anywhere lg:text-display">
        <bdi>{person.name}</bdi>
        <span className="font-medium tabular">, {person.age}</span>
      </h1>
      {person.gender && <p className="mt-0.5 text-body text-soft">{person.gender}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-3 lg:mt-5">
        <StatusPill tone={left > 0 ? 'online' : 'offline'}>
          {left > 0 ? words.profile.visibleFor(countdown(left)) : words.profile.offline}
        </StatusPill>
        {person.distance !== undefined && (
          <span className="text-small text-soft tabular">{words.profile.away(person.distance)}</span>
        )}
      </div>
      {person.myTags.length > 0 && (
        <section className="mt-5 lg:mt-9">
          <h2 className="text-title">{words.profile.perfectDate}</h2>
          <ul className="mt-2.5 flex flex-wrap gap-2">
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
    <div className="pointer-events-none sticky inset-x-0 bottom-0 z-20 mt-auto flex justify-end pt-6 pb-[calc(env(safe-area-inset-bottom)+1.25rem)] lg:static lg:justify-start lg:pt-9 lg:pb-0">
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
    // Silent also when it fails: then it is undone, and the person is in the feed again when it is loaded.
    block.mutate(person.id);
    void navigate('/feed', { replace: true });
  };
  return (
    <div className="absolute end-3 top-[calc(env(safe-area-inset-top)+0.75rem)] z-10">
      <Menu
        label={words.profile.menu}
        icon={<EllipsisVertical className="size-[22px]" />}
        tone="onPhoto"
        items={[
          { label: words.profile.block, onSelect: onBlock, danger: true },
          { label: words.profile.report, onSelect: () => setReporting(true) },
        ]}
      />
      <ReportDialog
        open={reporting}
        onOpenChange={setReporting}
        userId={person.id}
        name={person.name}
        leaveTo="/feed"
      />
    </div>
  );
}
