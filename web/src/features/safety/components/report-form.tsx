import { REPORT_WORDS_MAX, type ReportReason } from '@herenow/contract/constants';
import { useState } from 'react';
import { clearDraft, readDraft, writeDraft } from '../../../lib/form-drafts.ts';
import { session } from '../../../lib/session.ts';
import type { Photo } from '@herenow/contract/entities';
import { navigate } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { cx } from '../../../ui/cx.ts';
import { Photo as PhotoView } from '../../../ui/photo.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useReport } from '../report.ts';
import { closeReport } from '../report-store.ts';
import { words } from '../words.ts';
import { Reasons } from './report-reasons.tsx';

export type ReportProps = {
  open: boolean;
  userId: string;
  name: string;
  /** The page to navigate to if the reporter blocks the person as well. */
  leaveTo: '/feed' | '/chats' | '/blocked-users';
  /** Called once the report has blocked the person as well. */
  onBlocked?: () => void;
  /** The pin or chat with the person has ended; then the form does not offer to block them. */
  gone?: boolean;
  /** The report includes the messages of the chat with the person. */
  fromChat?: boolean;
  /** The message that the report is about. */
  messageId?: string | undefined;
  /** The person's photos: a report about photos can name one of them. */
  photos?: readonly Photo[] | undefined;
};

/** Asks for the reason of a report and sends it, together with a block if wanted. */
export default function ReportForm(props: ReportProps) {
  // A draft about one person must not show up in a report of another.
  return <Form key={props.userId} {...props} />;
}

function Form(props: ReportProps) {
  const { open, userId, name, leaveTo, onBlocked, photos = [], gone = false, fromChat, messageId } = props;
  const apart = gone || (session.get().user?.blockedUsers.includes(userId) ?? false);
  const [reason, setReason] = useState<ReportReason>();
  const [photoId, setPhotoId] = useState<string>();
  const draft = `report:${session.get().userId}:${userId}`;
  const [own, setOwn] = useState(() => readDraft<{ own: string }>(draft).own ?? '');
  const [alsoBlock, setAlsoBlock] = useState(true);
  const [problem, setProblem] = useState<string>();
  const report = useReport();
  const aboutPhotos = reason === 'Inappropriate photos' && photos.length > 0;

  const close = () => {
    closeReport();
    setReason(undefined);
    setPhotoId(undefined);
    setAlsoBlock(true);
    setProblem(undefined);
  };
  const send = () => {
    if (!reason) {
      setProblem(words.report.missing);
      return;
    }
    setProblem(undefined);
    const block = alsoBlock && !apart;
    void report
      .mutateAsync({
        userId,
        reason,
        words: own.trim() || undefined,
        alsoBlock: block,
        fromChat,
        messageId,
        ...(aboutPhotos && { photoId }),
      })
      .then(
        () => {
          clearDraft(draft);
          setOwn('');
          close();
          showToast(words.report.done, { tone: 'good' });
          if (!block) return;
          onBlocked?.();
          navigate(leaveTo, { replace: true });
        },
        () => setProblem(words.report.failed),
      );
  };
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={words.report.title}
      description={words.report.text(name)}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button block busy={report.isPending} busyText={words.report.sending} onClick={send}>
            {words.report.send}
          </Button>
        </>
      }
    >
      <Reasons
        chosen={reason}
        onChoose={(one) => {
          setReason(one);
          setProblem(undefined);
        }}
      />
      {aboutPhotos && <PhotoChoice photos={photos} chosen={photoId} onChoose={setPhotoId} />}
      <TextArea
        className="mt-4"
        label={words.report.own}
        hint={messageId ? words.report.fromMessage : fromChat ? words.report.fromChat : undefined}
        maxLength={REPORT_WORDS_MAX}
        value={own}
        onChange={({ target: { value } }) => {
          setOwn(value);
          writeDraft(draft, { own: value });
        }}
      />
      {!apart && (
        <CheckboxField
          className="mt-2"
          label={words.report.alsoBlock(name)}
          checked={alsoBlock}
          onChange={(event) => setAlsoBlock(event.target.checked)}
        />
      )}
    </Sheet>
  );
}

type ChoiceProps = {
  photos: readonly Photo[];
  chosen: string | undefined;
  onChoose: (photoId: string | undefined) => void;
};

/** Chooses the photo that a report is about; a second press undoes the choice. */
function PhotoChoice({ photos, chosen, onChoose }: ChoiceProps) {
  return (
    <div role="group" aria-label={words.report.which} className="mt-4">
      <p className="text-small font-semibold">{words.report.which}</p>
      <div className="mt-2 flex gap-2 overflow-x-auto p-1">
        {photos.map((photo, at) => (
          <button
            key={photo.id}
            type="button"
            aria-label={words.report.photo(at + 1)}
            aria-pressed={photo.id === chosen}
            onClick={() => onChoose(photo.id === chosen ? undefined : photo.id)}
            className={cx(
              'w-24 shrink-0 overflow-hidden rounded-field border-4',
              photo.id === chosen ? 'border-signal-fill' : 'border-transparent',
            )}
          >
            <PhotoView photo={photo} alt="" sizes="96px" className="aspect-3/4 w-full" />
          </button>
        ))}
      </div>
    </div>
  );
}
