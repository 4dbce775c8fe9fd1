import { useNavigate, useParams } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListRow } from '../../../ui/list-row.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { useFaces } from '../../faces/index.ts';
import { DeskFrame } from '../components/desk-frame.tsx';
import { FacePanel } from '../components/face-panel.tsx';
import { faceWords as words } from '../face-words.ts';

/** People whose selfies wait, and the selfies of one beside the photos of the profile. */
export default function DeskFacesScreen() {
  const { id } = useParams();
  const navigate = useNavigate();
  return (
    <DeskFrame>
      <main className="mx-auto w-full max-w-4xl p-5 pb-16">
        {id ? <FacePanel key={id} userId={id} onDone={() => void navigate('/desk/faces')} /> : <Queue />}
      </main>
    </DeskFrame>
  );
}

function Queue() {
  const faces = useFaces();
  if (faces.isPending) return <ListSkeleton rows={4} lines={2} />;
  if (faces.isError)
    return (
      <ErrorState
        title={words.failed}
        retryText={words.retry}
        busy={faces.isFetching}
        onRetry={() => void faces.refetch()}
      />
    );
  if (faces.data.length === 0) return <EmptyState title={words.noneTitle} text={words.noneText} />;
  return (
    <ul className="divide-y divide-line">
      {faces.data.map(({ userId, username, age, sent, heldBy }) => (
        <li key={userId}>
          <ListRow
            to={`/desk/faces/${userId}`}
            title={words.person(username, age)}
            text={heldBy ? words.held : words.since(new Date(sent))}
          />
        </li>
      ))}
    </ul>
  );
}
