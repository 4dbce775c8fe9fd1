import type { Chat, OwnUser } from '@herenow/contract/entities';
import { useMutation } from '@tanstack/react-query';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { minutesIn } from '../../presence/index.ts';
import { endsSoon, extendPresence } from '../ending.ts';
import { words } from '../parts-words.ts';
import { otherOf } from '../queries.ts';
import { isLive } from './other-presence.tsx';

/** What ends within ten minutes while both are active: the user's own time, the other person's, or both. */
export function endOf(chat: Chat, me: OwnUser, now: number) {
  if (!isLive(chat, me, now)) return undefined;
  const mine = endsSoon(me.onlineUntil, now);
  const theirs = endsSoon(chat.otherUserOnlineUntil, now);
  if (mine === undefined && theirs === undefined) return undefined;
  const left = minutesIn(Math.min(mine ?? Infinity, theirs ?? Infinity));
  return {
    mine,
    text: (name: string, time = words.minutes(left)): string => {
      if (mine === undefined) return words.theirEnd(name, time);
      return theirs === undefined ? words.yourEnd(time) : words.bothEnd(time);
    },
  };
}

/** Shown in the last ten minutes in which both are active: whose time ends, when, and one tap to extend it. */
export function EndingBanner({ chat, name }: { chat: Chat; name: string }) {
  const me = useMe();
  const now = useNow();
  const extend = useMutation({ mutationFn: extendPresence });
  const end = endOf(chat, me, now);
  if (!end) return null;
  return (
    <div role="region" aria-label={words.extend} className="ending-banner">
      <span className="ending-faces">
        <Avatar photo={me.photos[0]} size="small" />
        <Avatar photo={photoAt(otherOf(chat, me.id).photoUrl)} size="small" />
      </span>
      <p className="flex-1 tabular" role="timer">
        {end.text(name)}
      </p>
      {end.mine !== undefined && (
        <Button size="medium" busy={extend.isPending} onClick={() => extend.mutate()}>
          {words.extend}
        </Button>
      )}
    </div>
  );
}
