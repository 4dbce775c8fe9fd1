import { useLayoutEffect, type RefObject } from 'react';
import { tabStore } from '../../lib/storage.ts';

/** Where the page of all chats keeps how far it is scrolled. */
const PLACE = 'scroll:/chats';

/** Keeps the list beside an open chat where it was on the page of all chats, and the other way round. */
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
