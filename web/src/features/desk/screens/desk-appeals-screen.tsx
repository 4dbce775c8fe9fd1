import type { WaitingAppeal } from '@herenow/contract/appeals';
import { useQueryClient } from '@tanstack/react-query';
import { useDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { Link } from '../../../lib/navigation.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { dayText, detailsOf, momentText } from '../components/case-evidence.tsx';
import { Said } from '../components/case-messages.tsx';
import { Decision, Note, Why } from '../components/decision.tsx';
import { DeskList } from '../components/desk-list.tsx';
import { RemovedEvidence } from '../components/removed-evidence.tsx';
import { isAppealed, useAppeals, useDecideAppeal } from '../queries.ts';
import { tellIfDecided } from '../tell-decided.ts';
import { words } from '../words.ts';

/** The acts that removed something an appeal may want back. */
const REMOVES = new Set<string>(['remove-photo', 'remove-name']);

/** Lists the appeals that this operator may decide, oldest first. */
export default function DeskAppealsScreen() {
  const appeals = useAppeals();
  return (
    <DeskList title={words.appeals} query={appeals}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={words.noAppeals} text={words.noAppealsText} />
        ) : (
          <ul className="flex flex-col gap-4">
            {list.map((one) => (
              <li key={one.id} className="rounded-card border border-line bg-raised p-5">
                <Appeal appeal={one} />
              </li>
            ))}
          </ul>
        )
      }
    </DeskList>
  );
}

function Appeal({ appeal }: { appeal: WaitingAppeal }) {
  const { id, userId, username, words: said, created, entry, ownAct } = appeal;
  const client = useQueryClient();
  const decide = useDecideAppeal();
  const draft = useDraft(`decide:${useMe().id}:${id}`, { why: '', note: '' });
  const { why, note } = draft.fields;
  const choose = (grant: boolean) =>
    // By then the appeal is gone from the list, and this component is unmounted.
    void decide.mutateAsync({ appealId: id, grant, why, note }).then(
      () => {
        draft.clear();
        showToast(grant ? words.granted : words.declined, { tone: 'good' });
      },
      tellIfDecided(() => isAppealed(client, id)),
    );
  const question = words.final(username);
  return (
    <article aria-label={username}>
      <h3 className="text-body break-words">
        <bdi>{username}</bdi>
      </h3>
      <p className="text-small text-soft">
        {[words.act[entry.action], dayText(entry.created), ...detailsOf(entry)].join(words.between)}
      </p>
      {ownAct && <p className="mt-1 text-small font-semibold text-warn">{words.ownAct}</p>}
      {REMOVES.has(entry.action) && <RemovedEvidence appealId={id} />}
      <Said text={said} className="mt-3" />
      <p className="mt-1 text-caption text-soft">{momentText(created)}</p>
      <Link
        to={`/desk/case/${userId}`}
        className="inline-flex min-h-11 items-center text-small font-semibold underline"
      >
        {words.openCase}
      </Link>
      <div className="mt-2 flex flex-col gap-3">
        <Why why={why} onChange={draft.change} />
        <Note note={note} onChange={draft.change} />
        <Decision
          choices={[
            { value: 'grant', text: words.grant, question },
            { value: 'decline', text: words.decline, variant: 'ghost', question },
          ]}
          underWay={decide.isPending ? (decide.variables.grant ? 'grant' : 'decline') : undefined}
          error={decide.error}
          onChoose={(decision) => choose(decision === 'grant')}
        />
      </div>
    </article>
  );
}
