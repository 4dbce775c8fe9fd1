import { MODERATION_WHY_MAX } from '@herenow/contract/constants';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { poseWords, useDecide, useFace, type Decision } from '../../faces/index.ts';
import { faceWords as words } from '../face-words.ts';

type Props = { userId: string; onDone: () => void };

/** Selfies with their poses beside the photos, and the decision. */
export function FacePanel({ userId, onDone }: Props) {
  const face = useFace(userId);
  if (face.isPending) return <ListSkeleton rows={3} lines={3} />;
  if (face.isError)
    return (
      <ErrorState
        title={errorText(face.error, words.failed)}
        retryText={words.retry}
        busy={face.isFetching}
        onRetry={() => void face.refetch()}
      />
    );
  const { username, age, selfies, photos } = face.data;
  return (
    <>
      <Link to="/desk/faces" className="text-small font-semibold underline">
        {words.back}
      </Link>
      <h2 className="mt-3 text-heading">{words.person(username, age)}</h2>
      <div className="mt-4 grid gap-6 md:grid-cols-2">
        <Pictures
          title={words.selfies}
          pictures={selfies.map(({ pose, picture }) => ({
            url: `data:image/webp;base64,${picture}`,
            text: poseWords[pose].text,
          }))}
        />
        <Pictures
          title={words.photos}
          pictures={photos.map(({ url }, at) => ({ url, text: words.photo(at + 1) }))}
        />
      </div>
      {photos.length === 0 && <p className="mt-4 text-body text-soft">{words.noPhotos}</p>}
      <Judgement userId={userId} photoId={photos[0]?.id} onDone={onDone} />
    </>
  );
}

type PicturesProps = { title: string; pictures: { url: string; text: string }[] };

function Pictures({ title, pictures }: PicturesProps) {
  return (
    <section>
      <h3 className="text-body">{title}</h3>
      <ul className="mt-2 grid grid-cols-2 gap-3">
        {pictures.map(({ url, text }) => (
          <li key={url}>
            <img
              src={url}
              alt={text}
              width={300}
              height={400}
              className="aspect-3/4 w-full rounded-field bg-sunken object-cover"
            />
            <p className="mt-1 text-small text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type JudgementProps = Props & { photoId: string | undefined };

function Judgement({ userId, photoId, onDone }: JudgementProps) {
  const [why, setWhy] = useState('');
  const decide = useDecide();
  const say = (decision: Decision['decision']) =>
    decide.mutate({ userId, decision, photoId: photoId ?? userId, why }, { onSuccess: onDone });
  return (
    <section className="mt-8 flex flex-col gap-3">
      <p className="text-body font-medium">{words.ask}</p>
      <TextArea
        label={words.why}
        value={why}
        maxLength={MODERATION_WHY_MAX}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        {words.reasons.map((reason) => (
          <Button key={reason} size="medium" variant="ghost" onClick={() => setWhy(reason)}>
            {reason}
          </Button>
        ))}
      </div>
      <InlineError>{decide.error && errorText(decide.error, words.failed)}</InlineError>
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={photoId === undefined}
          busy={decide.isPending && decide.variables.decision === 'verify'}
          busyText={words.deciding}
          onClick={() => say('verify')}
        >
          {words.verify}
        </Button>
        <Button
          variant="danger"
          busy={decide.isPending && decide.variables.decision === 'decline'}
          busyText={words.deciding}
          onClick={() => say('decline')}
        >
          {words.decline}
        </Button>
      </div>
    </section>
  );
}
