import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './cx.ts';

type Props = {
  title: ReactNode;
  text?: ReactNode;
  leading?: ReactNode;
  /** At the end of the line; links get a chevron unless something else is given. */
  trailing?: ReactNode;
  to?: LinkProps['to'] | undefined;
  state?: unknown;
  onClick?: (() => void) | undefined;
  danger?: boolean | undefined;
  className?: string | undefined;
};

/** A line of a list: a link with `to`, a button with `onClick`, plain otherwise. */
export function ListRow({ title, text, leading, trailing, to, state, onClick, danger, className }: Props) {
  const body = (
    <>
      {leading}
      <span className="min-w-0 flex-1 text-start">
        <span dir="auto" className="block truncate text-body font-medium">
          {title}
        </span>
        {text && <span className="block truncate text-small text-soft">{text}</span>}
      </span>
      {trailing ??
        (to !== undefined && (
          <ChevronRight aria-hidden="true" className="size-5 text-soft rtl:-scale-x-100" />
        ))}
    </>
  );
  const look = cx('flex min-h-15 w-full items-center gap-4 py-2.5', danger && 'text-signal-ink', className);
  const pressable = cx(
    look,
    'rounded-field transition-colors duration-160 hover:bg-sunken -mx-3 px-3 w-[calc(100%+1.5rem)]',
  );
  if (to !== undefined)
    return (
      <Link to={to} state={state} className={pressable}>
        {body}
      </Link>
    );
  if (onClick)
    return (
      <button type="button" onClick={onClick} className={pressable}>
        {body}
      </button>
    );
  return <div className={look}>{body}</div>;
}
