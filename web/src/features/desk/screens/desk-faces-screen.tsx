import { goUp, useParams } from '../../../lib/navigation.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { momentText } from '../components/case-evidence.tsx';
import { DeskFrame } from '../components/desk-frame.tsx';
import { DeskList } from '../components/desk-list.tsx';
import { FacePanel } from '../components/face-panel.tsx';
import { useFaces } from '../queries.ts';
import { words } from '../words.ts';

/** Lists people with undecided selfies, and compares those of one person with the photos of their profile. */
export default function DeskFacesScreen() {
  const { id } = useParams();
  return id ? (
    <DeskFrame>
      <main className="mx-auto w-full max-w-3xl p-5 pb-16">
        <FacePanel key={id} userId={id} onDone={() => goUp('/desk/faces')} />
      </main>
    </DeskFrame>
  ) : (
    <Queue />
  );
}

function Queue() {
  return (
    <DeskList title={words.faces} query={useFaces()}>
      {(faces) =>
        faces.length === 0 ? (
          <EmptyState title={words.face.noneTitle} text={words.face.noneText} />
        ) : (
          <ul className={listCardClass}>
            {faces.map(({ userId, username, age, sent, heldBy }) => (
              <li key={userId}>
                <ListRow
                  to={`/desk/faces/${userId}`}
                  title={<PersonName name={username} age={age} />}
                  text={heldBy ? words.face.held : words.face.sent(momentText(sent))}
                />
              </li>
            ))}
          </ul>
        )
      }
    </DeskList>
  );
}
