import type { FaceCheck } from '@herenow/contract/faces';
import { useCallback, useState, type ReactNode } from 'react';
import { errorText } from '../../../lib/api.ts';
import { goUp } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { PersonOverlay } from '../../../ui/person-card.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Slow } from '../../../ui/slow.tsx';
import '../../../styles/prose.css';
import { VerifiedMark } from '../../../ui/verified-mark.tsx';
import { PoseCamera } from '../components/pose-camera.tsx';
import { useBeginFaceCheck, useEndFaceCheck, useFaceCheck } from '../queries.ts';
import { words } from '../words.ts';

export default function FaceCheckScreen() {
  const known = useFaceCheck();
  return (
    <SubPage title={words.title} onBack={() => goUp('/settings')}>
      <Loaded query={known} failed={words.failed} waiting={<Waiting />}>
        {(check) => <Check check={check} onLate={() => void known.refetch()} />}
      </Loaded>
    </SubPage>
  );
}

function Check({ check, onLate }: { check: FaceCheck; onLate: () => void }) {
  const [late, setLate] = useState(false);
  const end = useEndFaceCheck();
  const begin = useBeginFaceCheck();
  const tooLate = useCallback(() => {
    setLate(true);
    onLate();
  }, [onLate]);
  const start = () => {
    setLate(false);
    begin.mutate(undefined);
  };
  const problem = begin.error ?? end.error;
  if (check.state === 'posing') return <PoseCamera key={check.pose} check={check} onLate={tooLate} />;
  const beginning = (text: string) => (
    <div className="foot docked z-10 -mx-5 mt-6 -mb-12 px-5 pb-5">
      <Button block busy={begin.isPending} busyText={words.starting} onClick={start}>
        {text}
      </Button>
    </div>
  );
  const ending = (text: string) => (
    <Button block variant="ghost" className="mt-6" busy={end.isPending} onClick={() => end.mutate(undefined)}>
      {text}
    </Button>
  );
  return (
    <>
      {check.state === 'none' && <Intro />}
      {check.state === 'waiting' && <Outcome title={words.waitingTitle}>{words.waiting}</Outcome>}
      {check.state === 'verified' && (
        <Outcome title={words.verifiedTitle} mark>
          {words.verified}
        </Outcome>
      )}
      {check.state === 'declined' && (
        <Outcome title={words.declinedTitle}>
          {check.why && <strong className="mb-2 block text-ink">{check.why}</strong>}
          {words.declined}
        </Outcome>
      )}
      {check.state === 'lapsed' && <Outcome title={words.lapsedTitle}>{words.lapsed}</Outcome>}
      <InlineError>{problem ? errorText(problem, words.stepFailed) : late && words.late}</InlineError>
      {check.state === 'none' && beginning(words.begin)}
      {(check.state === 'declined' || check.state === 'lapsed') && beginning(words.tryAgain)}
      {check.state === 'waiting' && ending(words.withdraw)}
      {check.state === 'verified' && ending(words.remove)}
    </>
  );
}

function Intro() {
  return (
    <>
      <OwnCard />
      <h2 className="text-title">{words.introTitle}</h2>
      <p className="mt-2 text-body text-soft">{words.intro}</p>
      <div className="prose mt-4">
        <ul>
          {words.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

const CARD = 'relative mx-auto mb-5 aspect-3/4';
const CARD_WIDTH = { width: 'min(13rem, 60vw)' };

/** Most who come have not begun. */
function Waiting() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className={cx('photo-waits rounded-card', CARD)} style={CARD_WIDTH} />
      <Slow />
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="mt-4 h-4" />
      <Skeleton className="mt-2 h-4" />
      <Skeleton className="mt-2 h-4 w-1/2" />
    </div>
  );
}

/** The user's card as it will be with the mark. */
function OwnCard() {
  const { username, age, photos } = useMe();
  return (
    <div aria-hidden className={cx('overflow-hidden rounded-card shadow-float', CARD)} style={CARD_WIDTH}>
      <Photo photo={photos[0]} alt="" eager sizes="208px" className="size-full" />
      <PersonOverlay name={username} age={age ?? undefined} verified />
    </div>
  );
}

type OutcomeProps = { title: string; mark?: boolean; children: ReactNode };

function Outcome({ title, mark = false, children }: OutcomeProps) {
  return (
    <div role="status">
      <h2 className="flex items-center gap-2 text-title">
        {title}
        {mark && <VerifiedMark />}
      </h2>
      <div className="mt-2 text-body text-soft">{children}</div>
    </div>
  );
}
