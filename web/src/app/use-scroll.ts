import { useLayoutEffect } from 'react';
import { useLocation } from '../lib/navigation.tsx';
import { tabStore } from '../lib/storage.ts';
import { listenToAll } from '../lib/window-events.ts';
import { pageAt } from '../pages.ts';

/** How long to wait for a list to grow to its earlier scroll position. */
const PATIENCE_MS = 3000;

/** Scrolls each page as its scroll rule says, and stores the position that the user leaves it at. */
export function useScroll(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const { scroll } = pageAt(pathname);
    if (scroll === 'own') return;
    if (scroll === 'top') {
      window.scrollTo(0, 0);
      return;
    }
    const key = `scroll:${pathname}`;
    const stopRestoring = restore(Number(tabStore.read(key) ?? 0));
    const keep = () =>
      window.scrollY ? tabStore.write(key, String(Math.round(window.scrollY))) : tabStore.remove(key);
    window.addEventListener('scroll', keep, { passive: true });
    return () => {
      stopRestoring();
      window.removeEventListener('scroll', keep);
    };
  }, [pathname]);
}

/** Scrolls to `top`, at once or as soon as the page is long enough, unless the user scrolls first. */
function restore(top: number): () => void {
  window.scrollTo(0, top);
  if (top === 0) return () => undefined;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    ignoreUser();
  };
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo(0, top);
    stop();
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  observer.observe(document.body);
  const ignoreUser = listenToAll(['wheel', 'touchstart', 'keydown'], stop, { passive: true });
  return stop;
}
