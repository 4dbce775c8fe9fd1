import type { BlockedUser } from '@herenow/contract/entities';
import { goUp } from '../../../lib/navigation.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { useProblem } from '../../../ui/use-problem.ts';
import { FormerChats } from '../components/former-chats.tsx';
import { ReportButton } from '../components/report-button.tsx';
import { useBlockedUsers } from '../queries.ts';
import { openReport } from '../report-store.ts';
import { useUnblock } from '../unblock.ts';
import { words } from '../words.ts';

export default function BlockedUsersScreen() {
  return (
    <SubPage title={words.blocked.title} onBack={() => goUp('/settings')}>
      <BlockedList />
      <FormerChats />
    </SubPage>
  );
}

function BlockedList() {
  const [problem, setProblem] = useProblem();
  const hint = <p className="text-small text-soft">{words.blocked.hint}</p>;
  const waiting = (
    <div className="flex flex-col gap-3">
      {hint}
      <ListSkeleton rows={4} lines={1} className={listCardClass} />
    </div>
  );
  return (
    <Loaded page query={useBlockedUsers()} waiting={waiting} failed={words.blocked.failed}>
      {(blocked) =>
        blocked.length === 0 ? (
          <EmptyState page title={words.blocked.emptyTitle} text={words.blocked.emptyText} />
        ) : (
          <div className="flex flex-col gap-3">
            {hint}
            <InlineError>{problem}</InlineError>
            <ul className={listCardClass}>
              {blocked.map((user) => (
                <li key={user.id}>
                  <BlockedRow user={user} onProblem={setProblem} />
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

type RowProps = { user: BlockedUser; onProblem: (problem: string | undefined) => void };

function BlockedRow({ user, onProblem }: RowProps) {
  const unblock = useUnblock();
  const name = user.name || user.username;
  return (
    <ListRow
      leading={<Avatar photo={user.photos?.[0]} />}
      title={<PersonName name={name} age={user.age} />}
      action={
        <div className="flex gap-2">
          <ReportButton
            name={name}
            onClick={() => openReport({ userId: user.id, name, leaveTo: '/blocked-users' })}
          />
          <Button
            variant="ghost"
            size="medium"
            aria-label={words.blocked.unblockLabel(name)}
            busy={unblock.isPending}
            busyText={words.blocked.unblocking}
            onClick={() => {
              onProblem(undefined);
              unblock.mutateAsync(user.id).catch(() => onProblem(words.blocked.unblockFailed));
            }}
          >
            {words.blocked.unblock}
          </Button>
        </div>
      }
    />
  );
}
