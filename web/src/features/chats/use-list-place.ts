import { useLayoutEffect, type RefObject } from 'react';
import { tabStore } from '../../lib/storage.ts';

/** The key under which the page of all chats stores its scroll position. */
const PLACE = 'scroll:/chats';

/** Gives the list beside an open chat the scroll position of the page of all chats, and the other way round. */
export function useListPlace(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    // On its own page the list scrolls with the page.
    const pane = list.current?.closest('aside');
    if (!pane) return;
    pane.scrollTo(0, Number(tabStore.read(PLACE)));
    const keep = () => tabStore.write(PLACE, String(Math.round(pane.scrollTop)));
    pane.addEventListener('scroll', keep, { passive: true });
    return () => pane.removeEventListener('scroll', keep);
  }, [list]);
}
