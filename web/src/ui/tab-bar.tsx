import type { ReactNode } from 'react';
import { Link } from '../lib/navigation.tsx';
import { cx } from './cx.ts';
import { Logo } from './logo.tsx';

type TabItem = {
  to: string;
  label: string;
  icon: ReactNode;
  active: boolean;
  /** How many things are new; 0 shows nothing. */
  badge?: number | undefined;
  /** The label together with what the badge says. */
  badgeLabel?: string | undefined;
};

type Props = { items: readonly TabItem[]; home: string };

/** The main navigation: a bar at the bottom on phones, a rail at the inline start from 1024 px. */
export function TabBar({ items, home }: Props) {
  return (
    <nav
      aria-label="Main"
      className={cx(
        'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised/95 frosted safe-bottom',
        'lg:inset-x-auto lg:inset-y-0 lg:start-0 lg:w-60 lg:border-e lg:border-t-0 lg:bg-paper lg:px-4 lg:py-2.5',
      )}
    >
      <Link to={home} aria-label="Herenow" className="mb-8 hidden w-fit rounded-field p-2 lg:block">
        <Logo />
      </Link>
      <ul className="mx-auto flex max-w-lg lg:flex-col lg:gap-1">
        {items.map((item) => (
          <li key={item.to} className="flex-1">
            <Tab {...item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tab({ to, label, icon, active, badge = 0, badgeLabel }: TabItem) {
  return (
    <Link
      to={to}
      aria-current={active ? 'page' : undefined}
      className={cx(
        'relative flex min-h-16 flex-col items-center justify-center gap-0.5 text-caption font-semibold focus-visible:-outline-offset-2',
        'lg:min-h-13 lg:flex-row lg:justify-start lg:gap-3.5 lg:rounded-field lg:px-4 lg:text-body lg:hover:bg-sunken',
        'pressable active:scale-92',
        active ? 'text-ink lg:bg-sunken' : 'text-soft hover:text-ink',
      )}
    >
      <span className={active ? 'text-signal' : undefined}>{icon}</span>
      {badge > 0 && <span className="sr-only">{badgeLabel}</span>}
      <span aria-hidden={badge > 0}>{label}</span>
      {badge > 0 && (
        <span
          aria-hidden
          className="absolute end-[calc(50%-1.5rem)] top-1 grid h-5 min-w-5 place-items-center rounded-chip border-2 border-raised bg-signal-fill px-1 text-caption leading-none font-bold text-on-signal tabular lg:static lg:ms-auto"
        >
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </Link>
  );
}
