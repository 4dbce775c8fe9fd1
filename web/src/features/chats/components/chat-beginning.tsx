import { useQuery } from '@tanstack/react-query';
import { useParams } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { Tag } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { photoAt } from '../../../ui/photo.tsx';
import { commonIdeas, otherUserOptions, shownIdeas } from '../../profile/index.ts';
import { otherOf, useChats } from '../queries.ts';
import { words as parts } from '../parts-words.ts';
import { words } from '../words.ts';
import { BothFaces } from './both-faces.tsx';

/** The start of a chat: who it is with, what both like, and how long it stays. It fills an empty chat. */
export default function ChatBeginning() {
  const { id } = useParams();
  const me = useMe();
  const chat = useChats().data?.find((one) => one.id === id);
  const other = chat && otherOf(chat, me.id);
  const empty = chat?.lastMessage === null;
  const user = useQuery({ ...otherUserOptions(other?.id ?? ''), enabled: empty }).data;
  // A topic to start with; gone once the two talk, whether or not the profile is loaded.
  const common = empty ? shownIdeas(commonIdeas(user?.myTags ?? [], me.myTags)) : [];
  return (
    // It loads with the messages, but is not one of them.
    <div aria-live="off" className={cx('flex flex-col items-center gap-3 pb-3', empty && 'my-auto')}>
      {other && <BothFaces small mine={me.photos[0]} theirs={user?.photos?.[0] ?? photoAt(other.photoUrl)} />}
      {common.length > 0 && (
        <>
          <p className="text-small font-semibold text-soft">{words.common}</p>
          <ul className="flex flex-wrap justify-center gap-2">
            {common.map((idea) => (
              <li key={idea}>
                <Tag>{idea}</Tag>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="max-w-xs text-center text-caption text-balance text-soft">{parts.beginning}</p>
    </div>
  );
}
