import type { Chat } from '@herenow/contract/entities';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { isActive } from '../../presence/index.ts';
import { words } from '../parts-words.ts';
import { endOf } from './ending-banner.tsx';
import { isHere } from './other-presence.tsx';

/** Announces to screen readers that the composer has disappeared or is back, and that the chat ends soon. */
export function ChatNews({ chat, name }: { chat: Chat; name: string }) {
  const me = useMe();
  const now = useNow();
  const live = isActive(me, now) && isHere(chat, now);
  const was = useRef(live);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (was.current !== live) setSaid(live ? words.goesOn(name) : words.paused(name));
    was.current = live;
  }, [live, name]);
  const end = endOf(chat, me, now)?.text(name, words.soon);
  const [ending, setEnding] = useState<string>();
  // Screen readers announce what a region gets, not what it begins with.
  useEffect(() => setEnding(end), [end]);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <p role="status" className="sr-only">
        {ending}
      </p>
    </>
  );
}
