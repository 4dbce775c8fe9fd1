import { goUp, navigate, useParams } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { useWide } from '../../../lib/use-wide.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BackButton } from '../../../ui/back-button.tsx';
import { CasePanel } from '../components/case-panel.tsx';
import { DeskFrame } from '../components/desk-frame.tsx';
import { QueueList } from '../components/queue-list.tsx';
import { useQueue } from '../queries.ts';
import { useKeys } from '../use-keys.ts';
import { words } from '../words.ts';

/** The queue and the open case side by side; on phones one of them at a time. */
export default function DeskScreen() {
  return (
    <DeskFrame>
      <QueueAndCase />
    </DeskFrame>
  );
}

function QueueAndCase() {
  const { id } = useParams();
  const wide = useWide();
  const queue = useQueue();
  const me = useMe();
  const cases = queue.data?.pages.flat() ?? [];
  const ids = cases.map(({ user }) => user.id);
  const nextFree = () =>
    cases.slice(ids.indexOf(id ?? '') + 1).find(({ heldBy }) => heldBy === null || heldBy === me.id)?.user.id;
  const open = (userId: string | undefined) =>
    userId ? navigate(`/desk/case/${userId}`, { replace: id !== undefined }) : goUp('/desk');
  const next = (step: 1 | -1) => {
    const at = id === undefined ? -1 : ids.indexOf(id);
    return ids[at + step] ?? (step === 1 ? ids[at] : undefined) ?? ids[0];
  };
  useKeys((key) => {
    if (key === 'j') open(next(1));
    if (key === 'k') open(next(-1));
  });
  // If the queue is shown alone, it is the main content.
  const Queue = wide ? 'section' : 'main';
  return (
    <div className="flex flex-1">
      {(wide || id === undefined) && (
        <Queue aria-label={words.queue} className="desk-queue w-full border-line px-5 py-3">
          <QueueList queue={queue} />
        </Queue>
      )}
      {(wide || id !== undefined) && (
        <main className="min-w-0 flex-1 p-5 pb-16 lg:p-8">
          {id === undefined ? (
            ids.length > 0 && <EmptyState title={words.choose} />
          ) : (
            <div className="mx-auto max-w-3xl">
              <BackButton
                className="desk-back mb-2 lg:hidden"
                label={words.back}
                onClick={() => open(undefined)}
              />
              <CasePanel key={id} userId={id} onDone={() => open(wide ? nextFree() : undefined)} />
            </div>
          )}
        </main>
      )}
    </div>
  );
}
