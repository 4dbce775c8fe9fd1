import { useQuery } from '@tanstack/react-query';
import { useParams } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { Tag } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { photoAt } from '../../../ui/photo.tsx';
import { commonIdeas, otherUserOptions, shownIdeas } from '../../profile/index.ts';
import { otherOf, useChats } from '../queries.ts';
import { words } from '../words.ts';
import { BothFaces } from './both-faces.tsx';

const BEGINNING =
  'This is the beginning. A day after you were both here it is gone: leave a pin, not a trace.';

/** How a chat begins: whose it is, what both like, and how long it stays. An empty chat is filled by it. */
export default function ChatBeginning() {
  const { id } = useParams();
  const me = useMe();
  const chat = useChats().data?.find((one) => one.id === id);
  const other = chat && otherOf(chat, me.id, Date.now());
  const empty = chat?.lastMessage === null;
  // Once they talk, what both like is shown only if it is known already.
  const user = useQuery({ ...otherUserOptions(other?.id ?? ''), enabled: empty }).data;
  const common = shownIdeas(commonIdeas(user?.myTags ?? [], me.myTags));
  return (
    // It comes with the messages, but is none of them.
    <div aria-live="off" className={cx('flex flex-col items-center gap-3 pb-3', empty && 'my-auto')}>
      {other && <BothFaces small mine={me.photos[0]} theirs={user?.photos?.[0] ?? photoAt(other.photoUrl)} />}
      {common.length > 0 && (
        <>
          <p className="text-small font-semibold text-soft">{words.moment.common}</p>
          <ul className="flex flex-wrap justify-center gap-2">
            {common.map((idea) => (
              <li key={idea}>
                <Tag>{idea}</Tag>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="max-w-xs text-center text-caption text-balance text-soft">{BEGINNING}</p>
    </div>
  );
}
