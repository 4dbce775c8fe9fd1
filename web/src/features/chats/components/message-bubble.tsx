import type { Message } from '@herenow/contract/entities';
import { Check, CheckCheck, Ellipsis } from 'lucide-react';
import { memo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useConnected } from '../../../lib/realtime/index.ts';
import { cx } from '../../../ui/cx.ts';
import { ActionMenu } from '../../../ui/menu.tsx';
import { clockTime } from '../hour-cycle.ts';
import { useLongPress } from '../use-long-press.ts';
import { words } from '../words.ts';

interface Props {
  message: Message;
  mine: boolean;
  /** The last of its group carries the time and the ticks. */
  last: boolean;
  onEdit: (message: Message) => void;
  onDelete: (message: Message) => void;
}

export const MessageBubble = memo(function MessageBubble({ message, mine, last, onEdit, onDelete }: Props) {
  const [menuOpen, setMenuOpen] = useState(false);
  const bubble = useRef<HTMLDivElement>(null);
  const canChange = mine && !message.deleted;
  const press = useLongPress(() => setMenuOpen(true));
  const openMenu = {
    ...press,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      setMenuOpen(true);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      setMenuOpen(true);
    },
  };
  return (
    <li className={cx('group/message flex flex-col', mine ? 'items-end' : 'items-start')}>
      <div className={cx('flex max-w-[min(82%,32rem)] items-center gap-1', mine && 'flex-row-reverse')}>
        <div
          ref={bubble}
          // A message that was just deleted keeps the focus it had.
          tabIndex={-1}
          {...(canChange && { ...openMenu, tabIndex: 0, role: 'button', 'aria-haspopup': 'menu' as const })}
          className={cx(
            'min-w-0 rounded-[20px] px-4 py-2.5 text-body select-text [overflow-wrap:anywhere] whitespace-pre-wrap',
            canChange && 'touch-pan-y pointer-coarse:select-none',
            mine ? 'bg-signal-fill text-on-signal' : 'bg-sunken',
            last && (mine ? 'rounded-ee-[6px]' : 'rounded-es-[6px]'),
            message.deleted && 'border border-line bg-transparent text-soft italic',
          )}
        >
          <span dir="auto" className="block">
            {message.deleted ? words.deleted : message.content}
          </span>
        </div>
        {canChange && (
          <button
            type="button"
            aria-label={words.messageMore}
            aria-haspopup="menu"
            onClick={() => setMenuOpen(true)}
            className="grid size-9 shrink-0 place-items-center rounded-chip text-soft opacity-0 group-hover/message:opacity-100 hover:bg-sunken focus-visible:opacity-100 pointer-coarse:hidden"
          >
            <Ellipsis aria-hidden="true" className="size-4.5" />
          </button>
        )}
        {canChange && menuOpen && (
          <MessageMenu
            anchor={bubble.current}
            onOpenChange={setMenuOpen}
            onEdit={() => onEdit(message)}
            onDelete={() => onDelete(message)}
          />
        )}
      </div>
      {(last || message.editedAt) && <Footer message={message} mine={mine} />}
    </li>
  );
});

type MenuProps = {
  anchor: HTMLElement | null;
  onOpenChange: (open: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

function MessageMenu({ anchor, onOpenChange, onEdit, onDelete }: MenuProps) {
  // Deleting goes over the realtime channel.
  const connected = useConnected();
  return (
    <ActionMenu
      label={words.messageActions}
      open
      onOpenChange={onOpenChange}
      anchor={anchor}
      items={[
        { label: words.edit, onSelect: onEdit, movesFocus: true },
        {
          label: connected ? words.delete : words.deleteNeedsConnection,
          onSelect: onDelete,
          disabled: !connected,
          danger: true,
        },
      ]}
    />
  );
}

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
      <Icon aria-hidden="true" className={cx('size-4', seen && 'text-signal-ink')} />
      <span className="sr-only">{seen ? words.seen : words.sent}</span>
    </>
  );
}
