import { Compass, SlidersHorizontal, UserRound } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { filterMark } from '../features/feed/filter-mark.ts';
import { StatusControl, useVisibilityRequest } from '../features/presence/index.ts';
import { cameFromSettings } from '../lib/from-settings.ts';
import { useLocation } from '../lib/navigation.tsx';
import { useSession } from '../lib/session.ts';
import { useWide } from '../lib/use-wide.ts';
import { emit } from '../lib/window-events.ts';
import { pageAt, tabsShown, topShown, type Page } from '../pages.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { PinMark } from '../ui/pin-mark.tsx';
import { later } from '../ui/later.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import { Toaster } from '../ui/toast.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { Bars } from './bars.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { load } from './screens.ts';
import { UndoOffer } from './undo-offer.tsx';
import { useGlobalEvents } from './use-global-events.ts';
import { afterContent, useLater } from './use-later.ts';
import { useScroll } from './use-scroll.ts';
import { useSignedIn } from './use-signed-in.ts';
import { spareTime, unreadChats } from './told-later.ts';
import { words } from './words.ts';

const VisibilitySheet = later(() => import('../features/presence/components/visibility-sheet.tsx'));
const Background = later(() => import('./background.tsx'));

/** The frame around every screen. */
export function Shell({ children }: { children: ReactNode }) {
  useSignedIn();
  useGlobalEvents();
  useScroll();
  const { pathname, state } = useLocation();
  const { user } = useSession();
  const stands = useLater(afterContent);
  const waiting = unreadChats.use();
  const visibility = useVisibilityRequest();
  const spare = spareTime.use();
  // Loads the next screen while the user decides whether to become visible.
  useEffect(() => void (visibility && load(pageAt('/payment-success')).catch(() => undefined)), [visibility]);
  const page = pageAt(pathname);
  const first = useRef(pathname);
  const wide = useWide();
  const tabs = tabsShown(page, { fromSettings: cameFromSettings(state), wide }) && user !== null;
  const top = topShown(page, wide) && user !== null;
  // The sheet of the top bar must open as soon as it is tapped, so where that stands, its code is loaded in advance.
  const [sheet, setSheet] = useState(false);
  if (!sheet && (visibility || (spare && top))) setSheet(true);
  const navigation = tabs && <Navigation page={page} waiting={waiting} />;
  return (
    <div
      className={cx(
        // The first page appears at once; later pages fade in.
        first.current !== pathname && 'comes-in',
        tabs && 'pb-(--bar) [--bar:calc(4rem+env(safe-area-inset-bottom))] lg:ps-60 lg:[--bar:0px]',
      )}
    >
      <Bars />
      {/* The rail comes first, the tabs last, by keyboard as by eye. */}
      {wide && navigation}
      {top && (
        <TopBar home="/feed" title={wide && inChats(page) && words.tabs.pinned}>
          {page.path === '/feed' && <FilterButton />}
          <StatusControl />
        </TopBar>
      )}
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={null}>{children}</Suspense>
      </ErrorBoundary>
      {wide || navigation}
      <PageAnnouncer />
      {user && sheet && <VisibilitySheet key={user.id} open={Boolean(visibility)} />}
      {stands && <Background />}
      <UndoOffer />
      <Toaster />
    </div>
  );
}

function FilterButton(): ReactNode {
  const set = filterMark.use();
  return (
    <span className="relative">
      <IconButton
        label={set > 0 ? words.filterSet(set) : words.openFilter}
        icon={<SlidersHorizontal className="size-5.5" />}
        onPointerEnter={nearFilter}
        onFocus={nearFilter}
        onClick={() => emit('openFilter')}
      />
      {set > 0 && <span aria-hidden className="absolute end-2 top-2 size-2 rounded-chip bg-signal" />}
    </span>
  );
}

const nearFilter = () => emit('nearFilter');

const inChats = ({ path }: Page) => path.startsWith('/chat');

function Navigation({ page, waiting }: { page: Page; waiting: number }) {
  const { path, bars, scroll } = page;
  const icon = 'size-6';
  return (
    <TabBar
      home="/feed"
      items={[
        {
          to: '/feed',
          label: words.tabs.explore,
          icon: <Compass className={icon} />,
          active: path === '/feed',
        },
        {
          to: '/chats',
          label: words.tabs.pinned,
          icon: <PinMark className={icon} />,
          active: inChats(page),
          badge: waiting,
          badgeLabel: words.pinnedNew(waiting),
        },
        {
          to: '/settings',
          label: words.tabs.profile,
          icon: <UserRound className={icon} />,
          // The settings and all that they lead to.
          active: scroll === 'top' || bars === 'tabs from settings',
        },
      ]}
    />
  );
}
