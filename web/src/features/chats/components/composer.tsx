import { TYPING_INTERVAL_MS } from '@herenow/contract/constants';
import { messageProblem } from '@herenow/contract/message-rule';
import { ArrowUp, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useStoredElsewhere } from '../../../lib/window-events.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useSecondLook } from '../use-second-look.tsx';
import { readMessageDraft, writeMessageDraft } from '../message-drafts.ts';
import { words } from '../words.ts';

/** If the browser sizes the field itself, typing forces no layout. */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content');

interface Props {
  chatId: string;
  /** The message that is being edited: its text is in the field, and Cancel restores the draft. */
  editing: { id: string; content: string } | undefined;
  /** The message that is replied to. */
  replying: { id: string; content: string; senderUsername: string } | undefined;
  onCancel: () => void;
  onSend: (text: string) => void;
  onTyping: () => void;
}

/**
 * Grows to five lines. A new text is kept as a draft until it is sent, that of an edit until it is saved or cancelled.
 */
export function Composer({ chatId, editing, replying, onCancel, onSend, onTyping }: Props) {
  const key = chatId + (editing?.id ?? '');
  const [text, setText] = useState(() => readMessageDraft(key));
  const field = useRef<HTMLTextAreaElement>(null);
  const lastTyping = useRef(0);
  const closedUntil = useRef(0);
  const look = useSecondLook();

  useEffect(() => {
    setText(readMessageDraft(key) || editing?.content || '');
    // A failed edit is back and may be sent again at once.
    if (editing) closedUntil.current = 0;
  }, [editing, key]);
  useStoredElsewhere(() => !editing && setText(readMessageDraft(chatId)));
  useEffect(() => {
    // Focused at once if there is a keyboard; on a touch screen that would open the on-screen one over the messages. It
    // may come back while the user is typing elsewhere, for example in the search.
    if (matchMedia('(hover: hover) and (pointer: fine)').matches && !document.querySelector('input:focus'))
      field.current?.focus({ preventScroll: true });
  }, []);
  const about = (replying ?? editing)?.id;
  useEffect(() => {
    if (about) field.current?.focus();
  }, [about]);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || GROWS_BY_ITSELF) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  const change = (value: string) => {
    setText(value);
    if (closedUntil.current < Infinity) closedUntil.current = 0;
    look.prepare();
    writeMessageDraft(key, value);
    const now = Date.now();
    // The clock may have been set back.
    if (value.trim() !== '' && Math.abs(now - lastTyping.current) >= TYPING_INTERVAL_MS) {
      lastTyping.current = now;
      onTyping();
    }
  };
  const cancel = () => {
    if (editing) writeMessageDraft(key, '');
    onCancel();
  };
  const problem = messageProblem(text);
  const send = () => {
    onSend(text.trim());
    lastTyping.current = 0;
    // The second of two quick taps or presses of Enter must not send the restored draft.
    if (editing) closedUntil.current = Date.now() + 500;
    else {
      // Text typed while the message waited for the question belongs to the next message.
      const rest = (now: string) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now);
      setText(rest);
      writeMessageDraft(chatId, rest(readMessageDraft(chatId)));
    }
    field.current?.focus();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (problem || Date.now() < closedUntil.current) return;
    closedUntil.current = Infinity;
    void look.worries(text).then((worries) => {
      closedUntil.current = 0;
      if (!worries) send();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel();
    // On touch screens Enter starts a new line, and an input method may use it to choose a word.
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!sends || matchMedia('(pointer: coarse)').matches) return;
    if (event.repeat) event.preventDefault();
    else submit(event);
  };
  return (
    <form
      onSubmit={submit}
      className="border-t border-line bg-paper px-3 pt-2.5 pb-[calc(env(safe-area-inset-bottom)+0.625rem)]"
    >
      {(editing || replying) && (
        <div className="mx-auto mb-2 flex max-w-3xl items-center justify-between rounded-field bg-sunken ps-4 text-small">
          <span className={replying ? 'flex min-w-0 flex-1' : 'py-1'}>
            {replying ? <Replying {...replying} /> : words.editing}
          </span>
          <IconButton
            label={words.cancelEdit}
            icon={<X className="size-4.5" />}
            onClick={() => {
              cancel();
              field.current?.focus();
            }}
          />
        </div>
      )}
      <div className="mx-auto flex max-w-3xl items-end gap-2">
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          value={text}
          aria-label={words.messageLabel}
          placeholder={words.messageLabel}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-35 min-h-11 flex-1 resize-none rounded-[22px] border border-edge bg-raised px-4 py-2.25 text-body outline-none placeholder:truncate placeholder:text-soft focus-visible:border-ink"
        />
        <IconButton
          type="submit"
          tone="signal"
          label={words.send}
          icon={<ArrowUp className="size-5.5" />}
          disabled={problem !== undefined}
          onMouseDown={(event) => event.preventDefault()}
        />
      </div>
      {text.length > 1800 && problem && (
        <p role="alert" className="mx-auto mt-1.5 max-w-3xl px-4 text-caption text-signal-ink">
          {problem}
        </p>
      )}
      {look.question(send, () => field.current?.focus())}
    </form>
  );
}

/** Name and text may be of scripts of either direction; of both the beginning is in sight. */
function Replying({ senderUsername, content }: NonNullable<Props['replying']>) {
  return (
    <>
      <span className="max-w-3/5 shrink-0 truncate">
        {words.replying} <bdi>{senderUsername}</bdi>:
      </span>{' '}
      <span dir="auto" className="truncate ps-1">
        {content}
      </span>
    </>
  );
}
