import type { Message } from '@herenow/contract/entities';
import { Check, CheckCheck, Ellipsis } from 'lucide-react';
import { memo } from 'react';
import { cx } from '../../../ui/cx.ts';
import { clockTime } from '../hour-cycle.ts';
import { openMessage, useParts } from '../load-parts.ts';
import { words } from '../words.ts';

interface Props {
  message: Message;
  mine: boolean;
  /** The last message of a group shows the time and the ticks. */
  last: boolean;
}

export const MessageBubble = memo(function MessageBubble({ message, mine, last }: Props) {
  const parts = useParts();
  const { id, chatId, content, deleted, replyTo } = message;
  return (
    <li
      data-message={id}
      className={cx('group/message relative flex flex-col', mine ? 'items-end' : 'items-start')}
    >
      <span className="sr-only">{mine ? words.you : message.senderUsername}: </span>
      <div className={cx('flex items-center gap-1', mine && 'flex-row-reverse')}>
        <div
          data-bubble=""
          // A message that was just deleted keeps the focus it had.
          tabIndex={-1}
          className={cx(
            // Combining marks can pile up endlessly on a letter, over what others wrote.
            'spoken min-w-0 overflow-hidden text-body select-text',
            !deleted && 'touch-pan-y pointer-coarse:select-none',
            mine ? 'bg-signal-fill text-on-signal' : 'bg-sunken',
            last && (mine ? 'rounded-ee-[6px]' : 'rounded-es-[6px]'),
            deleted && 'border border-line bg-transparent text-soft italic',
          )}
        >
          {parts && replyTo && !deleted && <parts.MessageQuote chatId={chatId} id={replyTo} />}
          <span dir="auto" className="block">
            {deleted ? (
              words.deleted
            ) : parts?.hasLink(content) ? (
              <parts.MessageText text={content} />
            ) : (
              content
            )}
          </span>
        </div>
        {!deleted && (
          <button
            type="button"
            aria-label={words.messageMore}
            aria-haspopup="menu"
            onClick={() => openMessage(id)}
            className={cx(
              'grid size-11 shrink-0 place-items-center rounded-chip text-soft opacity-0 group-hover/message:opacity-100 hover:bg-sunken focus-visible:opacity-100',
              // Where it would be too many for the eye, a screen reader still finds it.
              last ? 'pointer-coarse:opacity-100' : 'pointer-coarse:not-focus-visible:sr-only',
            )}
          >
            <Ellipsis aria-hidden className="size-4.5" />
          </button>
        )}
      </div>
      {parts && (
        <parts.MessageReactions
          message={message}
          name={mine ? message.recipientUsername : message.senderUsername}
        />
      )}
      {(last || message.editedAt) && <Footer message={message} mine={mine} />}
    </li>
  );
});

function Footer({ message, mine }: { message: Message; mine: boolean }) {
  const edited = message.editedAt !== undefined && !message.deleted;
  return (
    <p className="mt-1 flex items-center gap-1 px-2 text-caption text-soft tabular">
      {edited
        ? `${words.edited} ${clockTime(message.editedAt ?? message.sentAt)}`
        : clockTime(message.sentAt)}
      {mine && !message.deleted && <Ticks seen={message.status === 'seen'} />}
    </p>
  );
}

function Ticks({ seen }: { seen: boolean }) {
  const Icon = seen ? CheckCheck : Check;
  return (
    <>
      <Icon aria-hidden className={cx('size-4', seen && 'text-signal-ink')} />
      <span className="sr-only">{seen ? words.seen : words.sent}</span>
    </>
  );
}
