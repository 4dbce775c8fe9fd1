import { ChevronRight } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link, type LinkProps } from '../lib/navigation.tsx';
import { cx } from './cx.ts';

/** The card around rows that belong together; for a `ul` or another container. */
export const listCardClass = 'divide-y divide-line rounded-card border border-line bg-raised px-[16px]';

/** Hides an element if large letters leave no room for it beside the text. */
const ASIDE = '@max-[15rem]:hidden';

type Props = {
  title: ReactNode;
  text?: ReactNode;
  icon?: ComponentType<{ className?: string }> | undefined;
  /** Rendered instead of an icon, for example a photo. */
  leading?: ReactNode;
  /** A control at the end of the row: a menu or a button of its own. */
  action?: ReactNode;
  to?: LinkProps['to'] | undefined;
  state?: unknown;
  /** The link loads its page as a new document. */
  reloadDocument?: boolean | undefined;
  onClick?: (() => void) | undefined;
};

/** A row of a list: a link with `to` and a button with `onClick`, both marked by a chevron, plain otherwise. */
export function ListRow(props: Props) {
  const { title, text, icon: Icon, action, to, state, reloadDocument = false, onClick } = props;
  const leading = Icon ? <Icon className="size-6 text-soft" /> : props.leading;
  const body = (
    <>
      {leading && <span className={cx('flex shrink-0', ASIDE)}>{leading}</span>}
      <span className="min-w-0 flex-1 text-start">
        <span className="line-clamp-5 text-body font-medium break-words">
          <bdi>{title}</bdi>
        </span>
        {text && <span className="line-clamp-5 text-small break-words text-soft">{text}</span>}
      </span>
      {(to ?? onClick) !== undefined && (
        <ChevronRight aria-hidden className={cx('size-5 text-soft rtl:-scale-x-100', ASIDE)} />
      )}
    </>
  );
  const look = 'flex min-h-15 min-w-[min(9rem,100%)] flex-1 items-center gap-4 py-2.5';
  const pressable = cx(
    look,
    '-mx-[12px] rounded-field px-[12px] transition-colors duration-160 hover:bg-sunken active:bg-sunken',
  );
  return (
    <div className="@container flex flex-wrap items-center gap-x-4">
      {to !== undefined ? (
        <Link to={to} state={state} reloadDocument={reloadDocument} className={pressable}>
          {body}
        </Link>
      ) : onClick ? (
        <button type="button" onClick={onClick} className={pressable}>
          {body}
        </button>
      ) : (
        <div className={look}>{body}</div>
      )}
      {action && <div className="ms-auto py-2">{action}</div>}
    </div>
  );
}
