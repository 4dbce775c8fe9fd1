import { useQuery } from '@tanstack/react-query';
import { useParams } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { cx } from '../../../ui/cx.ts';
import { photoAt } from '../../../ui/photo.tsx';
import { otherUserOptions } from '../../profile/index.ts';
import { otherOf, useChats } from '../queries.ts';
import { words } from '../parts-words.ts';
import { BothFaces, BothLike } from './both-faces.tsx';

/** The start of a chat: who it is with, what both like, and how long it stays. It fills an empty chat. */
export default function ChatBeginning() {
  const { id } = useParams();
  const me = useMe();
  const chat = useChats().data?.find((one) => one.id === id);
  const other = chat && otherOf(chat, me.id);
  const empty = chat?.lastMessage === null;
  const user = useQuery({ ...otherUserOptions(other?.id ?? ''), enabled: empty }).data;
  return (
    // It loads with the messages, but is not one of them.
    <div aria-live="off" className={cx('flex flex-col items-center gap-3 pb-3', empty && 'my-auto')}>
      {other && <BothFaces small mine={me.photos[0]} theirs={user?.photos?.[0] ?? photoAt(other.photoUrl)} />}
      {/* A topic to start with; gone once the two talk, whether or not the profile is loaded. */}
      {empty && <BothLike theirs={user?.myTags} />}
      <p className="max-w-xs text-center text-caption text-balance text-soft">{words.beginning}</p>
    </div>
  );
}
