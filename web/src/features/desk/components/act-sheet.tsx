import {
  REMOVABLE_TEXTS,
  SOMEBODY,
  type ModerationAction,
  type RemovableText,
} from '@herenow/contract/constants';
import type { ModerationFile } from '@herenow/contract/moderation';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PhotoChoice } from '../../../ui/photo-choice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { words } from '../words.ts';
import { Said } from './case-messages.tsx';
import { Note, Why } from './decision.tsx';

const DAYS = [3, 7, 30, undefined] as const;
type Days = (typeof DAYS)[number];

/** Whether an act cannot be undone with a click, or locks a person out. */
export const isGrave = (action: ModerationAction): boolean => action === 'suspend' || action === 'delete';

/** The name and text of a profile, as the operator sees them. */
type Shown = Readonly<Record<RemovableText, string>>;
export type ActDetails = {
  note: string;
  why?: string;
  days?: Days;
  forEverybody?: boolean;
  photoId?: string | undefined;
  texts?: RemovableText[];
  shown?: Shown;
};

/** Returns which of name and text can be removed. */
export const removableOf = (shown: Shown): RemovableText[] =>
  REMOVABLE_TEXTS.filter((text) => shown[text] !== '' && shown[text] !== SOMEBODY);

type Props = {
  title: string;
  action: ModerationAction;
  /** The person that the act is about: the drafted texts are kept until it is carried out. */
  about: string;
  act: Pick<UseMutationResult, 'isPending' | 'error'>;
  /** `forget` deletes the drafted texts; call it once the act is carried out. */
  onCarryOut: (details: ActDetails, forget: () => void) => void;
  onClose: () => void;
  /** For the removal of a name or text. */
  shown?: Shown;
  /** For the removal of a photo. */
  file?: Pick<ModerationFile, 'user' | 'reports'>;
  /** Rendered above the fields. */
  children?: ReactNode;
};

/** Asks for the duration or the reach, the reason and a note of an act. */
export function ActSheet({ title, action, about, act, onCarryOut, onClose, shown, file, children }: Props) {
  const draft = useDraft(`act:${useMe().id}:${about}`, { why: '', note: '' });
  const { why, note } = draft.fields;
  const [days, setDays] = useState<Days>(7);
  const [forEverybody, setForEverybody] = useState(false);
  const removable = shown ? removableOf(shown) : [];
  // A single one needs no choice. Of two, usually only one is meant.
  const [texts, setTexts] = useState(removable.length === 1 ? removable : []);
  const [photoId, setPhotoId] = useState(file && likelyPhoto(file));
  const told = action !== 'dismiss' && action !== 'reinstate';
  const carryOut = () =>
    onCarryOut(
      {
        note,
        ...(told ? { why } : {}),
        ...(action === 'suspend' ? { days } : {}),
        ...(file ? { forEverybody, photoId } : {}),
        ...(shown ? { texts, shown } : {}),
      },
      draft.clear,
    );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <InlineError>{act.error && errorText(act.error, words.actFailed)}</InlineError>
          <Button
            block
            variant={isGrave(action) ? 'danger' : 'primary'}
            busy={act.isPending}
            busyText={words.acting}
            disabled={shown ? texts.length === 0 : file && photoId === undefined}
            onClick={carryOut}
          >
            {words.act[action]}
          </Button>
        </>
      }
    >
      {children}
      {action === 'suspend' && (
        <div role="group" aria-label={words.act.suspend} className="mb-4 flex flex-wrap gap-2">
          {DAYS.map((one) => (
            <Chip key={one ?? 'ever'} selected={days === one} onToggle={() => setDays(one)}>
              {words.days[one ?? 'ever']}
            </Chip>
          ))}
        </div>
      )}
      {file && (
        <PhotoChoice
          label={words.whichPhoto}
          photos={file.user.photos}
          chosen={photoId}
          onChoose={setPhotoId}
        />
      )}
      {file && (
        <div role="group" aria-label={words.act['remove-photo']} className="mt-4 mb-4 flex flex-wrap gap-2">
          <Chip selected={!forEverybody} onToggle={() => setForEverybody(false)}>
            {words.bar.person}
          </Chip>
          <Chip selected={forEverybody} onToggle={() => setForEverybody(true)}>
            {words.bar.everybody}
          </Chip>
        </div>
      )}
      {shown && <Texts shown={shown} of={removable} chosen={texts} onChoose={setTexts} />}
      <div className="flex flex-col gap-4">
        {told && (
          <Why reasons={shown ? words.textReasons : words.reasons} why={why} onChange={draft.change} />
        )}
        <Note note={note} onChange={draft.change} />
      </div>
    </Sheet>
  );
}

/** The only photo, or the only one that reports name. */
function likelyPhoto({ user: { photos }, reports }: NonNullable<Props['file']>): string | undefined {
  const named = photos.filter(({ id }) => reports.some(({ photoId }) => photoId === id));
  const [one, ...others] = photos.length === 1 ? photos : named;
  return others.length === 0 ? one?.id : undefined;
}

type TextsProps = {
  shown: Shown;
  of: readonly RemovableText[];
  chosen: readonly RemovableText[];
  onChoose: (texts: RemovableText[]) => void;
};

/** Asks which of name and text to remove: the other one is not barred. */
function Texts({ shown, of, chosen, onChoose }: TextsProps) {
  const toggle = (text: RemovableText) =>
    onChoose(of.filter((one) => (one === text ? !chosen.includes(one) : chosen.includes(one))));
  return (
    <div role="group" aria-label={words.act['remove-name']} className="mb-4 flex flex-col gap-3">
      {of.map((text) => (
        <div key={text}>
          <Chip selected={chosen.includes(text)} onToggle={() => toggle(text)}>
            {words.text[text]}
          </Chip>
          <Said text={shown[text]} className="mt-1 text-small" />
        </div>
      ))}
      <p className="text-small text-soft">{words.barText}</p>
    </div>
  );
}
