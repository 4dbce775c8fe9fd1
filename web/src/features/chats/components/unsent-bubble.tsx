import { Clock } from 'lucide-react';
import { dropUnsent, retryUnsent, type Unsent } from '../unsent.ts';
import { useParts } from '../load-parts.ts';
import { words } from '../words.ts';

const ACTS = [
  { text: words.retry, act: retryUnsent },
  { text: words.drop, act: dropUnsent },
];

/** A message on its way, or one that did not get through and waits for a decision. */
export function UnsentBubble({ message }: { message: Unsent }) {
  const parts = useParts();
  const failed = message.state === 'failed';
  return (
    <li className="flex flex-col items-end">
      <span className="sr-only">{words.you}: </span>
      <div dir="auto" className="spoken border border-dashed border-signal bg-signal-tint text-body text-ink">
        {parts && message.replyTo && <parts.MessageQuote chatId={message.chatId} id={message.replyTo} />}
        {message.content}
      </div>
      {failed ? (
        <p
          role="alert"
          className="mt-1 flex flex-wrap items-center justify-end gap-x-1 px-2 text-caption text-signal-ink"
        >
          <span>{message.error || words.unsent}</span>
          {ACTS.map(({ text, act }) => (
            <button
              key={text}
              type="button"
              className="min-h-11 rounded-small px-2 font-bold hover:bg-sunken"
              onClick={() => act(message.id)}
            >
              {text}
            </button>
          ))}
        </p>
      ) : (
        <p className="mt-1 flex items-center gap-1 px-2 text-caption text-soft">
          <Clock aria-hidden className="size-3.5" /> {words.sending}
        </p>
      )}
    </li>
  );
}
