import type { AnswerOf } from '@herenow/contract/call';
import type { openFace } from '@herenow/contract/faces';
import { errorText } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BackButton } from '../../../ui/back-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Section } from '../../../ui/section.tsx';
import { poseWords } from '../../faces/index.ts';
import { useDecideFace, useFace, type FaceDecision } from '../queries.ts';
import { words } from '../words.ts';
import { Decision, Why } from './decision.tsx';
import { PersonWaits } from './desk-skeletons.tsx';

type Props = { userId: string; onDone: () => void };

/** Compares selfies and their poses with the photos, and decides. */
export function FacePanel({ userId, onDone }: Props) {
  const face = useFace(userId);
  return (
    <>
      <BackButton className="desk-back mb-2" label={words.face.back} onClick={onDone} />
      <Loaded query={face} failed={errorText(face.error, words.failed)} waiting={<PersonWaits />}>
        {(opened) =>
          opened ? (
            <Face key={opened.sent} face={opened} heldBy={face.heldBy} onDone={onDone} />
          ) : (
            <EmptyState title={words.face.overTitle} text={words.face.overText} />
          )
        }
      </Loaded>
    </>
  );
}

type FaceProps = {
  face: AnswerOf<typeof openFace>;
  /** Who holds the selfies by now: a hold ends after a while. */
  heldBy: string | null;
  onDone: () => void;
};

function Face({ face: { userId, username, age, sent, selfies, photos }, heldBy, onDone }: FaceProps) {
  const me = useMe();
  const elsewhere = heldBy !== null && heldBy !== me.id;
  return (
    <>
      <h2 className="mt-1 text-heading break-words">
        <PersonName name={username} age={age} />
      </h2>
      <div className="desk-selfies mt-4 grid gap-6">
        <Pictures
          title={words.face.selfies}
          pictures={selfies.map(({ pose, picture }) => ({
            url: `data:image/webp;base64,${picture}`,
            text: poseWords[pose].text,
          }))}
        />
        <Pictures
          title={words.face.photos}
          pictures={photos.map(({ url }, at) => ({ url, text: words.photo(at + 1) }))}
        />
      </div>
      {photos.length === 0 && <p className="mt-4 text-body text-soft">{words.face.noPhotos}</p>}
      <p role="status" className="mt-8 rounded-field bg-sunken p-4 text-small font-semibold empty:hidden">
        {elsewhere && words.held}
      </p>
      <Judgement userId={userId} sent={sent} photoId={photos[0]?.id} elsewhere={elsewhere} onDone={onDone} />
    </>
  );
}

type PicturesProps = { title: string; pictures: { url: string; text: string }[] };

function Pictures({ title, pictures }: PicturesProps) {
  return (
    <Section heading="h3" title={title}>
      <ul className="desk-pair mt-2 gap-3">
        {pictures.map(({ url, text }) => (
          <li key={url}>
            <img
              src={url}
              alt=""
              width={300}
              height={400}
              className="aspect-3/4 w-full rounded-field bg-sunken object-cover"
            />
            <p className="mt-1 text-small text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type JudgementProps = Props & {
  sent: string;
  photoId: string | undefined;
  /** Another operator holds the selfies. */
  elsewhere: boolean;
};

function Judgement({ userId, sent, photoId, elsewhere, onDone }: JudgementProps) {
  const draft = useDraft(`face:${useMe().id}:${userId}`, { why: '' });
  const { why } = draft.fields;
  const decide = useDecideFace();
  const say = (decision: FaceDecision['decision']) =>
    // By then this component may be unmounted; only `onSuccess` depends on it.
    void decide
      .mutateAsync({ userId, decision, photoId, sent, why }, { onSuccess: onDone })
      .then(draft.clear, () => undefined);
  return (
    <section className="mt-8 flex flex-col gap-3">
      <p className="text-body font-medium">{words.face.ask}</p>
      <Why reasons={words.face.reasons} why={why} onChange={draft.change} />
      <Decision
        choices={[
          { value: 'verify', text: words.face.verify, disabled: elsewhere || photoId === undefined },
          { value: 'decline', text: words.face.decline, variant: 'danger', disabled: elsewhere },
        ]}
        underWay={decide.isPending ? decide.variables.decision : undefined}
        error={decide.error}
        onChoose={say}
      />
    </section>
  );
}
