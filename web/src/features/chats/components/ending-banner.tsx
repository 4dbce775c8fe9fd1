import type { Chat } from '@herenow/contract/entities';
import { useMutation } from '@tanstack/react-query';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { isActive } from '../../presence/index.ts';
import { endsSoon, extendPresence } from '../ending.ts';
import { words } from '../parts-words.ts';
import { otherOf } from '../queries.ts';
import { isHere } from './other-presence.tsx';

/** Minutes and seconds. */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Shown in the last ten minutes in which both are active: whose time ends, when, and one tap to extend it. */
export function EndingBanner({ chat, name }: { chat: Chat; name: string }) {
  const me = useMe();
  const now = useNow();
  const extend = useMutation({ mutationFn: extendPresence });
  if (!isActive(me, now) || !isHere(chat, now)) return null;
  const mine = endsSoon(me.onlineUntil, now);
  const theirs = endsSoon(chat.otherUserOnlineUntil, now);
  if (mine === undefined && theirs === undefined) return null;
  return (
    <div role="region" aria-label={words.extend} className="ending-banner">
      <span className="ending-faces">
        <Avatar photo={me.photos[0]} size="small" />
        <Avatar photo={photoAt(otherOf(chat, me.id).photoUrl)} size="small" />
      </span>
      <p className="flex-1 tabular" role="timer">
        {text(name, mine, theirs)}
      </p>
      {mine !== undefined && (
        <Button size="medium" busy={extend.isPending} onClick={() => extend.mutate()}>
          {words.extend}
        </Button>
      )}
    </div>
  );
}

function text(name: string, mine: number | undefined, theirs: number | undefined): string {
  if (mine !== undefined && theirs !== undefined) return words.bothEnd(clock(Math.min(mine, theirs)));
  return mine !== undefined ? words.yourEnd(clock(mine)) : words.theirEnd(name, clock(theirs ?? 0));
}
