import { session } from '../../../lib/session.ts';
import type { Photo } from '@herenow/contract/entities';
import { endedHere } from '../../../lib/ended-here.ts';
import { useDraft } from '../../../lib/form-drafts.ts';
import { navigate } from '../../../lib/navigation.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { PhotoChoice } from '../../../ui/photo-choice.tsx';
import { useReport } from '../report.ts';
import { closeReport } from '../report-store.ts';
import { words } from '../words.ts';
import { ABOUT_PHOTOS, ReportSheet } from './report-sheet.tsx';

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
  const draft = `report:${session.get().userId}:${userId}`;
  const more = useDraft<{ alsoBlock: boolean; photoId?: string | undefined }>(`${draft}:more`, {
    alsoBlock: false,
  });
  const { alsoBlock } = more.fields;
  // The profile may not hold the chosen one any more.
  const photoId = photos.find(({ id }) => id === more.fields.photoId)?.id;
  const block = alsoBlock && !apart;
  const report = useReport();
  return (
    <ReportSheet
      open={open}
      onClose={() => closeReport(userId)}
      name={name}
      draft={draft}
      hint={messageId ? words.report.fromMessage : fromChat ? words.report.fromChat : undefined}
      send={async (said) => {
        const photo = said.reason === ABOUT_PHOTOS && { photoId };
        const { pathname } = location;
        // The event that the chat is gone may come before the answer.
        if (block) endedHere.add(pathname);
        const sending = report.mutateAsync({
          userId,
          ...said,
          alsoBlock: block,
          fromChat,
          messageId,
          ...photo,
        });
        await sending.catch((error: unknown) => {
          endedHere.delete(pathname);
          throw error;
        });
        return block ? pathname : undefined;
      }}
      onSent={(blockedAt) => {
        more.clear();
        if (blockedAt === undefined) return;
        onBlocked?.();
        // The user may be on another page by now.
        if (location.pathname === blockedAt) navigate(leaveTo, { replace: true });
      }}
      photoChoice={
        photos.length > 0 && (
          <PhotoChoice
            label={words.report.which}
            photos={photos}
            chosen={photoId}
            onChoose={(chosen) => more.change({ photoId: chosen })}
          />
        )
      }
    >
      {!apart && (
        <CheckboxField
          className="mt-2"
          label={words.report.alsoBlock(name)}
          checked={alsoBlock}
          onChange={(event) => more.change({ alsoBlock: event.target.checked })}
        />
      )}
    </ReportSheet>
  );
}
