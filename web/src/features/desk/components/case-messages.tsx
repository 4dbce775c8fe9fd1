import type { Evidence } from '@herenow/contract/evidence';
import { cx } from '../../../ui/cx.ts';
import { words } from '../words.ts';

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
/** With seconds: there may be only seconds between a message and its answer. */
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** What somebody wrote; nothing if that is nothing. */
export function Said({ text, className }: { text: string; className?: string }) {
  return (
    text !== '' && (
      <p dir="auto" className={cx('desk-words', className)}>
        {text}
      </p>
    )
  );
}

/** Shows how many messages the reporter changed after they were answered; their earlier versions stay sealed. */
export function ReporterChanges({ count }: { count: number | null }) {
  if (count === null) return null;
  return (
    <p className={cx('my-2 text-small', count > 0 ? 'font-semibold text-warn' : 'text-soft')}>
      {words.changedAfterAnswer(count)}
    </p>
  );
}

type MessagesProps = {
  messages: readonly Evidence[];
  reportedAt: string;
};

/** The messages of a report, including earlier versions of those that the reported person edited or deleted. */
export function Messages({ messages, reportedAt }: MessagesProps) {
  return (
    <ol className="flex flex-col gap-1.5">
      {messages.map((message) => (
        <Message key={`${message.sentAt}${message.byReported}`} message={message} reportedAt={reportedAt} />
      ))}
    </ol>
  );
}

function Message({ message, reportedAt }: { message: Evidence; reportedAt: string }) {
  const { byReported, reported, content, earlier, deleted, editedAt, sentAt } = message;
  return (
    <li
      className={cx(
        'rounded-field px-3 py-2 text-small',
        byReported ? 'desk-theirs bg-sunken' : 'desk-others border border-line bg-paper',
        reported && 'desk-reported',
      )}
    >
      <p className="text-caption text-soft">
        {byReported ? words.them : words.reporterName} · {MOMENT.format(new Date(sentAt))}
      </p>
      {(deleted || editedAt !== null) && <Change message={message} reportedAt={reportedAt} />}
      <Said text={content} />
      {earlier.map((text, at) => (
        <p key={at} className="desk-words text-soft">
          {words.earlier}: <s dir="auto">{text}</s>
        </p>
      ))}
    </li>
  );
}

/** Shows when a message was last edited or deleted, how long after the answer to it, and how long before the report. */
function Change({ message, reportedAt }: { message: Evidence; reportedAt: string }) {
  const { byReported, deleted, editedAt, changedAt, answeredAt } = message;
  const at = changedAt ?? editedAt;
  const since = (other: string) => Date.parse(at!) - Date.parse(other);
  const late = at !== null && answeredAt !== null && since(answeredAt) > 0;
  const parts = [
    deleted ? words.deleted : words.edited,
    at && EXACT.format(new Date(at)),
    at && answeredAt && (late ? words.afterAnswer : words.beforeAnswer)(Math.abs(since(answeredAt))),
    at &&
      !byReported &&
      (since(reportedAt) > 0 ? words.afterReport : words.beforeReport)(Math.abs(since(reportedAt))),
  ];
  return (
    <p className={cx('text-caption', late && !byReported ? 'font-semibold text-warn' : 'text-soft')}>
      {parts.filter(Boolean).join(words.between)}
    </p>
  );
}
