import { useEffect, useRef, useSyncExternalStore } from 'react';
import { PresenceBanner } from '../features/presence/index.ts';
import { realtime, useConnectionTrouble } from '../lib/realtime/index.ts';
import { useSession } from '../lib/session.ts';
import { Banner } from '../ui/banner.tsx';
import { words } from './words.ts';

/** What the whole page should know, above it: no network, a lost channel, a change of visibility. */
export function Bars() {
  const offline = !useOnline();
  const trouble = useConnectionTrouble();
  const signedIn = useSession().token !== null;
  return (
    <div ref={useHeight('--bars')} className="sticky top-0 z-30">
      <Banner tone="warn">{offline && words.offline}</Banner>
      <Banner
        tone="info"
        action={
          <button
            type="button"
            onClick={() => realtime.reconnect()}
            className="-my-2 min-h-11 shrink-0 rounded-small px-2 font-bold underline underline-offset-4"
          >
            {words.reconnect}
          </button>
        }
      >
        {!offline && signedIn && trouble && (trouble === 'given-up' ? words.channelLost : words.unreachable)}
      </Banner>
      <PresenceBanner />
    </div>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}

/** Tells the style sheets how high an element is, so that what sticks below it can stick there. */
function useHeight(property: string) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [property]);
  return ref;
}
