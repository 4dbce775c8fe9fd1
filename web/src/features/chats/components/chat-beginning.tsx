import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { photoAt } from '../../../ui/photo.tsx';
import { otherUserOptions } from '../../profile/index.ts';
import { otherOf, useChats } from '../queries.ts';
import { words } from '../parts-words.ts';
import { BothFaces, BothLike } from './both-faces.tsx';

/**
 * The start of a chat: who it is with, how long it stays, and what both like. It stands at the upper edge, and messages
 * come from the lower one, so that the first ones move nothing.
 */
export default function ChatBeginning() {
  const { id } = useParams();
  const me = useMe();
  const chat = useChats().data?.find((one) => one.id === id);
  const other = chat && otherOf(chat, me.id);
  // What to start with does not leave with the first message, but when the chat is opened again.
  const [empty] = useState(chat?.lastMessage === null);
  const user = useQuery({ ...otherUserOptions(other?.id ?? ''), enabled: empty }).data;
  return (
    // It loads with the messages, but is not one of them. Above it is room for what lies over the upper edge.
    <div aria-live="off" className="mb-auto flex flex-col items-center gap-3 pt-8 pb-3">
      {other && <BothFaces small mine={me.photos[0]} theirs={user?.photos?.[0] ?? photoAt(other.photoUrl)} />}
      <p className="max-w-xs text-center text-caption text-balance text-soft">{words.beginning}</p>
      {/* Last, since the profile may load later. */}
      {empty && <BothLike theirs={user?.myTags} />}
    </div>
  );
}
