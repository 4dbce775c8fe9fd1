import type { Chat } from '@herenow/contract/entities';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Photo, photoAt } from '../../../ui/photo.tsx';
import { commonIdeas, otherUserOptions, shownIdeas } from '../../profile/index.ts';
import { otherOf } from '../queries.ts';
import { useAnswer } from '../use-answer.ts';
import { words as listWords } from '../list-words.ts';
import { words } from '../words.ts';
import { Distance } from './chat-row.tsx';
import { OtherPresence } from './other-presence.tsx';

type Props = {
  requests: readonly Chat[];
  me: string;
  now: number;
  /** False right after the requests have changed. A tap then may have been aimed at what was there before. */
  settled: boolean;
};

/** People whose pins wait for an answer: one row of photos, however many there are. A single one has room for text. */
export function RequestStrip({ requests, me, now, settled }: Props) {
  const alone = requests.length === 1;
  return (
    <ul
      className={
        alone
          ? 'mt-3 max-w-md'
          : 'scrollbar-none mx-[-20px] mt-3 flex snap-x scroll-px-[20px] gap-3 overflow-x-auto px-[20px] pb-1'
      }
    >
      {requests.map((chat) => (
        <li key={chat.id} className={alone ? undefined : 'w-40 shrink-0 snap-start'}>
          <Request chat={chat} me={me} now={now} settled={settled} alone={alone} />
        </li>
      ))}
    </ul>
  );
}

type RequestProps = Omit<Props, 'requests'> & { chat: Chat; alone: boolean };

function Request({ chat, me, now, settled, alone }: RequestProps) {
  const other = otherOf(chat, me);
  const { accept, reject, accepting, failed } = useAnswer(chat, me, other.name);
  const acts = [
    { act: 'reject', variant: 'ghost', Icon: X, onClick: reject },
    { act: 'accept', variant: 'primary', Icon: Check, onClick: accept },
  ] as const;
  const answers = acts.map(({ act, variant, Icon, onClick }) => {
    const label = listWords[act](other.name);
    return (
      <button
        key={act}
        type="button"
        aria-label={label}
        title={alone ? undefined : label}
        aria-disabled={accepting || undefined}
        onClick={onClick}
        // A key presses what has the focus, wherever that is by now.
        className={cx(buttonClass({ variant, size: 'medium' }), 'flex-1', !settled && 'pointer-events-none')}
      >
        {alone ? listWords[`${act}Short`] : <Icon aria-hidden className="size-5" />}
      </button>
    );
  });
  return (
    <article className={cx('flex', alone ? 'flex-wrap gap-4' : 'flex-col gap-2')}>
      <Face other={other} alone={alone} />
      <div className="flex min-w-[min(9rem,100%)] flex-1 flex-col gap-2">
        <p className={cx('text-small text-soft', alone ? 'wrap-anywhere' : 'truncate')}>
          {listWords.request(other.name)}
        </p>
        <p className="-mt-1.5 flex items-center gap-1.5 text-caption text-soft tabular">
          <Distance chat={chat} />
          <OtherPresence chat={chat} now={now} />
        </p>
        {alone && <Ideas userId={other.id} />}
        {/* Accept is at the end if the buttons are side by side, and on top otherwise. */}
        <div className={cx('mt-auto flex gap-2', alone && 'flex-col')}>
          {alone ? answers.toReversed() : answers}
        </div>
        <InlineError>{failed && listWords.answerFailed}</InlineError>
      </div>
    </article>
  );
}

/** What both like, else what the other person likes. The answers keep their place at the bottom of the photo. */
function Ideas({ userId }: { userId: string }) {
  const { myTags } = useMe();
  const theirs = useQuery(otherUserOptions(userId)).data?.myTags ?? [];
  const common = shownIdeas(commonIdeas(theirs, myTags));
  const ideas = common.length > 0 ? common : shownIdeas(theirs);
  return (
    <p className="line-clamp-2 text-small">
      {common.length > 0 && <span className="text-soft">{words.common}: </span>}
      {ideas.join(', ')}
    </p>
  );
}

/** Little of a small photo is darkened. */
const LOW = { '--step': '0.625rem' } as CSSProperties;
/** Beside its text, a photo leaves that its room on the narrowest of phones. */
const BESIDE_TEXT = { width: 'clamp(7rem, 100% - 10rem, 10rem)' };

function Face({ other, alone }: { other: ReturnType<typeof otherOf>; alone: boolean }) {
  return (
    <Link
      to={`/profile/${other.id}`}
      aria-label={listWords.openProfile(`${other.name}, ${other.age}`)}
      className="relative block aspect-3/4 w-40 self-start overflow-hidden rounded-card"
      style={alone ? BESIDE_TEXT : undefined}
    >
      <Photo
        photo={photoAt(other.photoUrl)}
        alt=""
        sizes="160px"
        className="size-full rounded-card hairline"
      />
      <span
        aria-hidden
        className="absolute inset-x-0 bottom-0 scrim px-3 pt-10 pb-2.5 text-white"
        style={LOW}
      >
        <span className="flex max-h-[5lh] flex-col justify-end overflow-hidden text-body font-bold wrap-anywhere">
          <span>
            <PersonName name={other.name} age={other.age} />
          </span>
        </span>
      </span>
    </Link>
  );
}
