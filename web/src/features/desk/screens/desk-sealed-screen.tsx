import { MODERATION_NOTE_MAX } from '@herenow/contract/constants';
import type { SealedCase } from '@herenow/contract/sealed-cases';
import { errorText } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { momentText } from '../components/case-evidence.tsx';
import { Messages, ReporterChanges, Said } from '../components/case-messages.tsx';
import { DeskFrame } from '../components/desk-frame.tsx';
import { DeskList, MoreButton } from '../components/desk-list.tsx';
import { useCloseSealed, useSealed } from '../queries.ts';
import { tellIfDecided } from '../tell-decided.ts';
import { words } from '../words.ts';

/** Lists reports on people who deleted their account before an operator had read them. */
export default function DeskSealedScreen() {
  const sealed = useSealed();
  return (
    <DeskFrame>
      <DeskList title={words.sealed} query={sealed}>
        {({ pages }) =>
          pages.every(({ cases }) => cases.length === 0) ? (
            <EmptyState title={words.noSealed} text={words.noSealedText} />
          ) : (
            <>
              <p className="mb-4 text-small text-soft">{words.sealedText}</p>
              <ul className="flex flex-col gap-4">
                {pages
                  .flatMap(({ cases }) => cases)
                  .map((one) => (
                    <li key={one.id} className="rounded-card border border-line bg-raised p-5">
                      <Case sealed={one} />
                    </li>
                  ))}
              </ul>
              <MoreButton {...sealed} />
            </>
          )
        }
      </DeskList>
    </DeskFrame>
  );
}

function Case({ sealed: { id, username, age, own, reports } }: { sealed: SealedCase }) {
  const close = useCloseSealed();
  const draft = useDraft(`sealed:${useMe().id}:${id}`, { note: '' });
  const { note } = draft.fields;
  const acting = close.isPending ? close.variables.action : undefined;
  const act = (action: 'dismiss' | 'suspend') =>
    // By then the case is gone from the list, and this component is unmounted.
    void close.mutateAsync({ caseId: id, action, note }).then(() => {
      draft.clear();
      showToast(words.done(words.sealedAct[action]), { tone: 'good' });
    }, tellIfDecided);
  return (
    <article aria-label={username}>
      <h3 className="text-body break-words">
        <PersonName name={username} age={age} />
      </h3>
      {own && <p className="mt-1 text-small font-semibold text-warn">{words.sealedOwn}</p>}
      <ul className="mt-2 flex flex-col gap-3">
        {reports.map((report, at) => (
          <li key={at}>
            <p className="font-semibold">{report.reason}</p>
            <Said text={report.words} />
            <p className="mb-2 text-small text-soft">{momentText(report.created)}</p>
            <ReporterChanges count={report.changedAfterAnswer} />
            <Messages messages={report.messages} reportedAt={report.created} />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-3">
        <TextArea
          label={words.note}
          maxLength={MODERATION_NOTE_MAX}
          value={note}
          onChange={(event) => draft.change({ note: event.target.value })}
        />
        <InlineError>{close.isError && errorText(close.error, words.actFailed)}</InlineError>
        <div className="flex flex-wrap gap-2">
          {(['dismiss', 'suspend'] as const).map((action) => (
            <Button
              key={action}
              size="medium"
              variant={action === 'dismiss' ? 'ghost' : 'danger'}
              busy={acting === action}
              disabled={acting !== undefined && acting !== action}
              onClick={() => act(action)}
            >
              {words.sealedAct[action]}
            </Button>
          ))}
        </div>
      </div>
    </article>
  );
}
