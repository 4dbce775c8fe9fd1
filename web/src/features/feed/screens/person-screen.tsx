import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ArrowLeft, Maximize2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isStatus } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { goBack, Navigate, useLocation, useParams } from '../../../lib/navigation.tsx';
import { session, useMe, verifiedUser } from '../../../lib/session.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { cx } from '../../../ui/cx.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { later } from '../../../ui/later.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PhotoCarousel } from '../../../ui/photo-carousel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Slow } from '../../../ui/slow.tsx';
import { otherUserOptions } from '../../profile/index.ts';
import { SPREAD_MS } from '../arrivals.ts';
import { PersonAbout } from '../components/person-about.tsx';
import { PersonActions } from '../components/person-actions.tsx';
import { PersonMenu } from '../components/person-menu.tsx';
import { openedKey, type Person } from '../person.ts';
import { personOfUser, samplePerson } from '../profile-person.ts';
import { words } from '../person-words.ts';
import { useGrown } from '../use-grown.ts';
import { words as feedWords } from '../words.ts';

const PhotoViewer = later(() => import('../../../ui/photo-viewer.tsx'));
const PersonWatch = later(() => import('../components/person-watch.tsx'));

// On phones the text is a sheet over the photo; sideways and from 1024 px it is beside it.
const PAGE =
  'person mx-auto flex min-h-dvh w-full flex-col lg:grid lg:w-fit lg:max-w-full lg:grid-cols-[auto_minmax(0,24rem)] lg:gap-14 lg:p-8';
/** On a screen that is higher than the photo, both are centred vertically. */
const CENTRED = { alignContent: 'center' };
const PHOTOS = 'sticky top-0 lg:top-8 lg:self-start';
const PHOTO =
  'person-photo w-full [--covered:1.5rem] lg:[--covered:0px] lg:h-[calc(100dvh-4rem)] lg:max-h-[52rem] lg:min-h-96 lg:w-auto lg:max-w-[50vw] lg:rounded-card';
const SHEET =
  'person-about relative z-10 -mt-6 flex-1 rounded-t-card bg-paper gutter pt-5 max-lg:flex max-lg:flex-col lg:mt-0 lg:self-center lg:p-0';

/** When each history entry was first shown: only data fetched after that is newer than the person it contains. */
const shown = new Map<string, number>();

export function prefetch(client: QueryClient, { id = '' }: { readonly id?: string | undefined }): void {
  const me = verifiedUser(session.get());
  if (me && id !== me.id) void client.prefetchQuery(otherUserOptions(id));
}

/** `/profile/{id}`: the person of the navigation state, else fetched, else the sample. */
export default function PersonScreen() {
  const { id = '' } = useParams();
  const { key, state } = useLocation() as {
    key: string;
    state: { card?: true; preview?: boolean } | null;
  };
  const opened = useQuery<Person>({ queryKey: openedKey(id), queryFn: skipToken }).data;
  const given = state?.card && opened;
  const me = useMe();
  const since = shown.get(key) ?? Date.now();
  useEffect(() => void shown.set(key, since), [key, since]);
  const fetched = useQuery({ ...otherUserOptions(id), enabled: !given && id !== me.id });
  const client = useQueryClient();
  const ask = () => void (id !== me.id && fetched.refetch({ cancelRefetch: false }));
  // Called when the page becomes visible again and after a live event: an answer in flight may be older.
  const askAgain = () => void client.cancelQueries({ queryKey: otherUserOptions(id).queryKey }).then(ask);
  useWindowEvent('appVisible', askAgain);
  useWindowEvent('connected', askAgain);
  useWindowEvent('unheard', ask);
  useWindowEvent('chats-gone', askAgain);
  useWindowEvent('presence', ({ userId }) => userId === id && askAgain());
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const askSoon = () => {
    clearTimeout(asking.current);
    asking.current = setTimeout(askAgain, Math.random() * SPREAD_MS);
  };
  useWindowEvent('nearby', askSoon);
  useWindowEvent('profile', askSoon);
  useEffect(() => () => clearTimeout(asking.current), [id]);
  const missing = isStatus(fetched.error, 404);
  // Remembers the error while the person is refetched.
  const [missingId, setMissingId] = useState<string>();
  if (missing && missingId !== id) setMissingId(id);
  // A user who opens a link to their own profile can view and edit it there.
  if (id === me.id) {
    if (state?.preview) return <Profile person={personOfUser(me, me.location)} sample={false} />;
    return <Navigate to="/my-profile" replace />;
  }
  const stillMissing = fetched.isPending && missingId === id;
  const gone = (missing || stillMissing) && (!given || fetched.errorUpdatedAt >= since);
  const news = !given || fetched.dataUpdatedAt >= since ? fetched.data : undefined;
  const person = news ? personOfUser(news, me.location) : given;
  if (person)
    return (
      <Profile
        person={gone ? { ...person, onlineUntil: null, endless: false } : person}
        sample={false}
        card={given}
      />
    );
  if (gone) return <Profile person={samplePerson(id, serverNow())} sample />;
  const back = () => goBack('/feed');
  if (!fetched.isFetchedAfterMount) return <Waiting onBack={back} />;
  return (
    <>
      <PageHeader title={words.profile.title} onBack={back} />
      <main>
        <ErrorState
          page
          title={feedWords.failed}
          busy={fetched.isFetching}
          onRetry={() => void fetched.refetch()}
        />
      </main>
    </>
  );
}

type ProfileProps = {
  person: Person;
  sample: boolean;
  /** The opened card, with which this shares the photo in view. */
  card?: Person | undefined;
};

function Profile({ person, sample, card }: ProfileProps) {
  const [whole, setWhole] = useState(false);
  const client = useQueryClient();
  const place = useState(card?.at ?? 0);
  const [at] = place;
  const opened = card?.id;
  useEffect(() => {
    // Unless it has gone with its user.
    if (opened) client.setQueryData<Person>(openedKey(opened), (it) => it && { ...it, at });
  }, [client, opened, at]);
  const acts = useMe().id !== person.id && !sample;
  const photo = useGrown(person.id);
  return (
    <main className={PAGE} style={CENTRED}>
      <div ref={photo} className={PHOTOS}>
        <Back onBack={() => goBack('/feed')} />
        {acts && <PersonMenu person={person} />}
        <PhotoCarousel
          photos={person.photos}
          name={person.name}
          place={place}
          dots
          eager
          sizes="(min-width: 1024px) 39rem, 100vw"
          className={PHOTO}
          onOpen={person.photos.length > 0 ? () => setWhole(true) : undefined}
        />
        {person.photos.length > 0 && (
          <IconButton
            label={words.profile.whole}
            icon={<Maximize2 className="size-5" />}
            tone="onPhoto"
            onClick={() => setWhole(true)}
            className="absolute end-3 z-10"
            style={{ bottom: '2.25rem' }}
          />
        )}
        {whole && (
          <PhotoViewer
            open
            photos={person.photos}
            name={person.name}
            place={place}
            label={words.profile.photosOf(person.name)}
            closeLabel={words.profile.close}
            onClose={() => setWhole(false)}
          />
        )}
      </div>
      <section className={SHEET}>
        <PersonAbout person={person} sample={sample} />
        {acts && person.distance !== undefined && <PersonWatch distance={person.distance} />}
        {acts && <PersonActions person={person} />}
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

/** The place of the pin with its words. */
const PIN = { width: '12rem', height: '60px' };

/** The skeleton shown while the person loads. */
function Waiting({ onBack }: { onBack: () => void }) {
  return (
    <main className={PAGE} style={CENTRED}>
      <h1 className="sr-only">{words.profile.title}</h1>
      <div className={PHOTOS}>
        <Skeleton className={cx('photo-waits aspect-3/4 rounded-none', PHOTO)} />
        <Back onBack={onBack} />
      </div>
      <section role="status" aria-label={words.profile.loading} className={cx('w-full lg:w-96', SHEET)}>
        <Slow />
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="mt-2 h-4 w-24" />
        <Skeleton className="mt-4 h-8 w-3/4 rounded-chip lg:mt-5" />
        <Skeleton className="mt-5 h-6 w-1/3 lg:mt-9" />
        <Skeleton className="mt-2.5 h-8 w-full rounded-chip" />
        <Skeleton className="mt-2 h-8 w-3/4 rounded-chip" />
        <Skeleton className="mt-9 hidden rounded-chip lg:block" style={PIN} />
      </section>
    </main>
  );
}
