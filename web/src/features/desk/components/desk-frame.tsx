import type { ModerationSummary } from '@herenow/contract/moderation';
import { useEffect, useRef, type ReactNode } from 'react';
import { isStatus } from '../../../lib/api.ts';
import { Link, useLocation } from '../../../lib/navigation.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';
import { useSummary } from '../queries.ts';
import { words } from '../words.ts';
import './desk.css';

const tabs = [
  { to: '/desk', title: words.queue },
  { to: '/desk/appeals', title: words.appeals },
  { to: '/desk/sealed', title: words.sealed },
  { to: '/desk/faces', title: words.faces },
  { to: '/desk/log', title: words.log },
  { to: '/desk/numbers', title: words.numbers },
  { to: '/desk/pulse', title: words.pulse.title },
] as const;

/** The header of every page of the desk. Other users than operators see, as from the server, that nothing is here. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const summary = useSummary();
  if (isStatus(summary.error, 404)) {
    return (
      <Instead title={words.notFound} text={words.notFoundText}>
        <Link to="/feed" className={buttonClass({ block: true })}>
          {words.leave}
        </Link>
      </Instead>
    );
  }
  if (isStatus(summary.error, 403)) {
    return (
      <Instead title={words.unsecured} text={words.unsecuredText}>
        <Link to="/two-step-sign-in" state={{ from: '/desk' }} className={buttonClass({ block: true })}>
          {words.secure}
        </Link>
      </Instead>
    );
  }
  return (
    <div className="flex min-h-dvh flex-col">
      {/* Until the server has said who is asking, there may be no desk. */}
      <header
        className={cx(
          'desk-head z-10 border-b border-line bg-paper safe-top',
          summary.isPending && 'invisible',
        )}
      >
        <div className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 px-5 py-2">
          <h1 className="flex items-center gap-2 font-display text-title font-bold">
            <PinMark className="size-8 text-signal" />
            {words.title}
          </h1>
          <Tabs summary={summary.data} />
          <p aria-live="polite" className="desk-count flex-1 text-small text-soft tabular">
            {summary.data && words.waiting(summary.data.cases + summary.data.sealed)}
            {summary.data && summary.data.underage > 0 && (
              <strong className="ms-2 inline-block text-signal-ink">
                {words.underage(summary.data.underage)}
              </strong>
            )}
          </p>
        </div>
      </header>
      {children}
    </div>
  );
}

type InsteadProps = { title: string; text: string; children: ReactNode };

/** What takes the place of the desk, with the way on. */
function Instead({ title, text, children }: InsteadProps) {
  return (
    <main>
      <EmptyState heading="h1" page title={title} text={text} action={children} />
    </main>
  );
}

/** A case belongs to the tab of the queue, selfies to that of the faces. */
const isOpen = (to: string, pathname: string) =>
  to === '/desk' ? /^\/desk(\/case\/|\/?$)/.test(pathname) : pathname.startsWith(to);

function Tabs({ summary }: { summary: ModerationSummary | undefined }) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const counted = summary !== undefined;
  // On a phone the tabs are wider than the screen, even more so with their counts.
  useEffect(() => {
    const tab = nav.current?.querySelector('[aria-current]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, counted]);
  return (
    <nav
      ref={nav}
      aria-label={words.title}
      className="desk-tabs -mx-5 flex gap-1 overflow-x-auto px-5 py-1"
      style={{ maxWidth: '100vw' }}
    >
      {tabs.map(({ to, title }) => (
        <Link
          key={to}
          to={to}
          aria-current={isOpen(to, pathname) ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center rounded-chip px-4 text-small font-semibold whitespace-nowrap',
            isOpen(to, pathname) ? 'bg-ink text-paper' : 'text-ink hover:bg-sunken',
          )}
        >
          {title}
          {summary && <Count count={countOf(to, summary)} />}
        </Link>
      ))}
    </nav>
  );
}

/** The number of open items of a tab. */
function countOf(to: string, { cases, appeals, faces, sealed }: ModerationSummary): number {
  if (to === '/desk') return cases;
  if (to === '/desk/appeals') return appeals;
  if (to === '/desk/faces') return faces;
  return to === '/desk/sealed' ? sealed : 0;
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ms-1.5 rounded-chip bg-signal-fill px-1.5 text-caption text-on-signal tabular">
      {count}
    </span>
  );
}
