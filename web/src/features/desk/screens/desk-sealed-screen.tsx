import type { SealedCase } from '@herenow/contract/sealed-cases';
import { useQueryClient } from '@tanstack/react-query';
import { useDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { momentText } from '../components/case-evidence.tsx';
import { Messages, ReporterChanges, Said } from '../components/case-messages.tsx';
import { Decision, Note } from '../components/decision.tsx';
import { DeskList, MoreButton } from '../components/desk-list.tsx';
import { ShownAtReport } from '../components/shown-then.tsx';
import { isSealed, useCloseSealed, useSealed } from '../queries.ts';
import { tellIfDecided } from '../tell-decided.ts';
import { words } from '../words.ts';

/** Lists reports on people who deleted their account before an operator had read them. */
export default function DeskSealedScreen() {
  const sealed = useSealed();
  return (
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
  );
}

function Case({ sealed: { id, username, age, own, reports } }: { sealed: SealedCase }) {
  const client = useQueryClient();
  const close = useCloseSealed();
  const draft = useDraft(`sealed:${useMe().id}:${id}`, { note: '' });
  const { note } = draft.fields;
  const act = (action: 'dismiss' | 'suspend') =>
    // By then the case is gone from the list, and this component is unmounted.
    void close.mutateAsync({ caseId: id, action, note }).then(
      () => {
        draft.clear();
        showToast(words.done(words.sealedAct[action]), { tone: 'good' });
      },
      tellIfDecided(() => isSealed(client, id)),
    );
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
            <ShownAtReport shown={report.shown} />
            <ReporterChanges count={report.changedAfterAnswer} />
            <Messages messages={report.messages} reportedAt={report.created} />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-3">
        <Note note={note} onChange={draft.change} />
        <Decision
          choices={[
            { value: 'dismiss', text: words.sealedAct.dismiss, variant: 'ghost' },
            {
              value: 'suspend',
              text: words.sealedAct.suspend,
              variant: 'danger',
              question: words.sealedSuspends,
            },
          ]}
          underWay={close.isPending ? close.variables.action : undefined}
          error={close.error}
          onChoose={act}
        />
      </div>
    </article>
  );
}
