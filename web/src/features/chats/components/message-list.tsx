import type { Message } from '@herenow/contract/entities';
import { ArrowDown } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { later } from '../../../ui/later.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { groupMessages, type MessageGroup } from '../groups.ts';
import type { Unsent } from '../unsent.ts';
import { useScrollToEnd } from '../use-scroll-to-end.ts';
import { useSeen } from '../use-seen.ts';
import { words } from '../words.ts';
import { MessageGroupView } from './message-group.tsx';
import { UnsentBubble } from './unsent-bubble.tsx';
import { openContextMenu } from '../load-parts.ts';

const ChatBeginning = later(() => import('./chat-beginning.tsx'));

/** More messages than the tallest phone shows. */
const MESSAGES_AT_ONCE = 30;

interface Props {
  messages: readonly Message[];
  unsent: readonly Unsent[];
  me: string;
  complete: boolean;
  loadingOlder: boolean;
  onOlder: () => void;
  typingName: string | undefined;
}

/** Memoised: only the parts around the list re-render with the clock. */
export const MessageList = memo(function MessageList(props: Props) {
  const { messages, me, complete, loadingOlder, onOlder, typingName } = props;
  // The event of the user's own message may arrive before the response to sending it.
  const unsent = props.unsent.filter(({ id }) => !messages.some((message) => message.id === id));
  const groups = useMemo(() => groupMessages(messages), [messages]);
  const firstAtOnce = useFirstAtOnce(groups);
  const last = unsent.at(-1)?.id ?? messages.at(-1)?.id;
  const mineIsLast = unsent.length > 0 || messages.at(-1)?.senderId === me;
  const scroll = useScrollToEnd(last, mineIsLast);
  useSeen(messages, me, scroll.atEnd);
  useEffect(() => {
    document.addEventListener('contextmenu', openContextMenu);
    return () => document.removeEventListener('contextmenu', openContextMenu);
  }, []);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroll.ref}
        tabIndex={0}
        data-scroller=""
        role="log"
        // Messages that scroll into view are not announced; others are, as in every log.
        aria-live={scroll.atEnd ? undefined : 'off'}
        aria-label={words.messages}
        aria-busy={loadingOlder}
        onScroll={(event) => {
          scroll.onScroll();
          if (event.currentTarget.scrollTop < 300 && !complete) onOlder();
        }}
        className="h-full overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="mx-auto flex min-h-full max-w-3xl flex-col justify-end gap-3">
          {complete ? (
            <ChatBeginning />
          ) : (
            <div className="flex min-h-8 justify-center">{loadingOlder && <Spinner />}</div>
          )}
          {groups.map((group, at) => (
            <MessageGroupView key={group.key} group={group} atOnce={at >= firstAtOnce} me={me} />
          ))}
          <UnsentMessages unsent={unsent} />
          <p role="status" className="min-h-5 text-caption text-soft">
            {typingName && words.typing(typingName)}
          </p>
        </div>
      </div>
      <button
        type="button"
        onClick={() => scroll.toEnd('smooth')}
        className={cx(
          'floating-pill absolute inset-x-0 bottom-3 mx-auto w-fit text-small shadow-float transition-opacity duration-160',
          scroll.atEnd && 'pointer-events-none invisible opacity-0',
          scroll.news && 'text-signal-ink',
        )}
      >
        <ArrowDown aria-hidden className="size-4.5" />
        {scroll.news ? words.news : words.jump}
      </button>
      <p role="status" className="sr-only">
        {scroll.news && words.news}
      </p>
    </div>
  );
});

/** What has been written and is not sent yet. */
export function UnsentMessages({ unsent }: Pick<Props, 'unsent'>) {
  return (
    unsent.length > 0 && (
      // Read once sent, or where it fails.
      <ol aria-live="off" className="flex flex-col gap-1">
        {unsent.map((message) => (
          <UnsentBubble key={message.id} message={message} />
        ))}
      </ol>
    )
  );
}

/** The first group rendered in full from the start: the latest ones when a chat opens, and every later one. */
function useFirstAtOnce(groups: readonly MessageGroup[]): number {
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
  }, []);
  return open.current ? 0 : firstOfLatest(groups);
}

function firstOfLatest(groups: readonly MessageGroup[]): number {
  let count = 0;
  return 1 + groups.findLastIndex(({ messages }) => (count += messages.length) > MESSAGES_AT_ONCE);
}
