import { words } from '../words.ts';

type Props = { left: number; busy: boolean; onResend: () => void };

/** Renders `Send again`, or the seconds left until it is possible. */
export function ResendLink({ left, busy, onResend }: Props) {
  if (left > 0) {
    return (
      <p className="flex min-h-11 items-center text-small text-soft tabular">{words.again.wait(left)}</p>
    );
  }
  return (
    <button
      type="button"
      disabled={busy}
      onClick={onResend}
      className="-mx-2 min-h-11 w-fit rounded-small px-2 text-small font-semibold text-signal-ink underline underline-offset-4 disabled:opacity-45"
    >
      {words.again.link}
    </button>
  );
}
