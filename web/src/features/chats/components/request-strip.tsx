import type { Chat } from '@herenow/contract/entities';
import { Check, X } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Photo, photoAt } from '../../../ui/photo.tsx';
import { otherOf } from '../queries.ts';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words.ts';
import { Distance } from './chat-row.tsx';
import { OtherPresence } from './other-presence.tsx';

type Props = { requests: readonly Chat[]; me: string; now: number };

/** Who waits for one's answer: photos first, in one row however many they are. */
export function RequestStrip({ requests, me, now }: Props) {
  return (
    <ul className="scrollbar-none -mx-5 mt-3 flex snap-x scroll-px-5 gap-3 overflow-x-auto px-5 pb-1">
      {requests.map((chat) => (
        <li key={chat.id} className="w-40 shrink-0 snap-start">
          <Request chat={chat} me={me} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Request({ chat, me, now }: { chat: Chat; me: string; now: number }) {
  const other = otherOf(chat, me, now);
  const { accept, reject, accepting, failed } = useAnswer(chat, me, other.name);
  return (
    <article className="flex flex-col gap-2">
      <Link
        to={`/profile/${other.id}`}
        aria-label={words.openProfile(`${other.name}, ${other.age}`)}
        className="relative block aspect-3/4 overflow-hidden rounded-card"
      >
        <Photo photo={photoAt(other.photoUrl)} alt="" sizes="160px" className="size-full" />
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 via-black/50 via-60% to-transparent px-3 pt-10 pb-2.5 text-white"
        >
          <span className="flex text-body font-bold">
            <bdi className="truncate">{other.name}</bdi>
            <span className="shrink-0 font-medium tabular">, {other.age}</span>
          </span>
        </span>
      </Link>
      <p className="truncate text-small text-soft">{words.request(other.name)}</p>
      <p className="-mt-1.5 flex items-center gap-1.5 text-caption text-soft tabular">
        <Distance chat={chat} />
        <OtherPresence chat={chat} now={now} />
      </p>
      <div className="flex gap-2">
        <button
          type="button"
          aria-label={words.reject(other.name)}
          title={words.rejectShort}
          onClick={reject}
          className={cx(buttonClass({ variant: 'ghost', size: 'medium' }), 'flex-1')}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
        <button
          type="button"
          aria-label={words.accept(other.name)}
          title={words.acceptShort}
          aria-disabled={accepting || undefined}
          onClick={accept}
          className={cx(buttonClass({ size: 'medium' }), 'flex-1')}
        >
          <Check aria-hidden="true" className="size-5" />
        </button>
      </div>
      <InlineError>{failed && words.answerFailed}</InlineError>
    </article>
  );
}
