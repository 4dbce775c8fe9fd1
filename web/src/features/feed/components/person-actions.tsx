import type { Chat } from '@herenow/contract/entities';
import { Check, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { navigate } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { useWithheld } from '../../../lib/undo.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PinButton } from '../../../ui/pin-button.tsx';
import { isRequest, useAnswer, useChatWith } from '../../chats/index.ts';
import { usePin } from '../../pins/index.ts';
import { remainingMs } from '../../presence/index.ts';
import { hidePerson, showPerson } from '../hidden-people.ts';
import type { Person } from '../person.ts';
import { words } from '../person-words.ts';
import { words as feedWords } from '../words.ts';

/** The actions on a profile, within reach of the thumb: pin, accept or reject a pin, or open the chat. */
export function PersonActions({ person }: { person: Person }) {
  const { id: me } = useMe();
  const withheld = useWithheld();
  const chat = useChatWith(person.id);
  if (!chat) return <Pin person={person} />;
  if (chat.pinStatus === 'accepted')
    return (
      <Bar>
        <Button block onClick={() => navigate(`/chat/${chat.id}`)}>
          {words.profile.openChat}
        </Button>
      </Bar>
    );
  if (!isRequest(chat, me))
    return (
      <Bar>
        <p className="rounded-field bg-sunken px-4 py-3.5 text-center text-small font-semibold text-soft">
          {chat.pinStatus === 'pending' ? words.profile.waiting : words.profile.notThisTime}
        </p>
      </Bar>
    );
  return withheld.has(chat.id) ? null : <Answer chat={chat} me={me} name={person.name} />;
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="foot sticky inset-x-0 bottom-0 z-20 mt-auto flex flex-col gap-2.5 pt-4 pb-[calc(env(safe-area-inset-bottom)+1.25rem)] lg:static lg:max-w-sm lg:pt-9 lg:pb-0">
      {children}
    </div>
  );
}

/** The actions for a person who has pinned the user. */
function Answer({ chat, me, name }: { chat: Chat; me: string; name: string }) {
  const { accept, reject, accepting, failed } = useAnswer(chat, me, name);
  return (
    <Bar>
      <InlineError>{failed && words.profile.answerFailed}</InlineError>
      <p className="text-center text-small text-soft">{words.profile.pinnedYou(name)}</p>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button
          variant="ghost"
          aria-label={words.profile.reject(name)}
          icon={<X aria-hidden className="size-5" />}
          onClick={() => {
            if (reject()) navigate('/chats', { replace: true });
          }}
        >
          {words.profile.rejectShort}
        </Button>
        <Button
          aria-label={words.profile.accept(name)}
          busy={accepting}
          icon={<Check aria-hidden className="size-5" />}
          onClick={accept}
        >
          {words.profile.acceptShort}
        </Button>
      </div>
    </Bar>
  );
}

/** The pin button; after a pin, the user returns to the feed. */
function Pin({ person }: { person: Person }) {
  // Nobody can pin somebody who has left.
  const here = remainingMs(person.onlineUntil, useNow()) > 0;
  const [pinned, setPinned] = useState(false);
  const { pin, pinning } = usePin({
    toastMs: 3000,
    returnTo: `/profile/${person.id}`,
    onPinned: (userId, resumed) => {
      hidePerson(userId);
      // The answer may arrive when the user is already on another page.
      if (resumed || location.pathname !== `/profile/${userId}`) return;
      setPinned(true);
      navigate('/feed', { replace: true });
    },
    onWithdrawn: showPerson,
  });
  return (
    <div className="pointer-events-none sticky inset-x-0 bottom-0 z-20 mt-auto flex justify-end pt-6 pb-[calc(env(safe-area-inset-bottom)+1.25rem)] lg:static lg:justify-start lg:pt-9 lg:pb-0">
      <PinButton
        label={feedWords.pin(person.name)}
        pinned={pinned}
        busy={pinning !== undefined}
        disabled={!here}
        onClick={() => pin(person)}
        spacious
        className="pointer-events-auto lg:flex lg:w-auto lg:gap-1 lg:px-6"
      />
    </div>
  );
}
