import { useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 80;

interface Place {
  group: string;
  /** Pixels from the top of the scrolled content. */
  offset: number;
}

const offsetIn = (list: HTMLElement, item: Element) =>
  item.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;

/** The topmost group in view, but not the very first, which older messages may join. */
function placeIn(list: HTMLElement): Place | undefined {
  const groups = list.querySelectorAll<HTMLElement>('[data-group]');
  const { top } = list.getBoundingClientRect();
  let low = Math.min(1, groups.length - 1);
  let high = groups.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (groups[middle]!.getBoundingClientRect().bottom > top) high = middle;
    else low = middle + 1;
  }
  const found = groups[low];
  return found && { group: found.dataset['group'] ?? '', offset: offsetIn(list, found) };
}

/**
 * Keeps a scrolling list at its end while the user reads there, and in place while the user reads further up: a change
 * of height above the topmost visible group moves nothing. `last` is the id at the end; the list scrolls to a new one
 * only from the end, or when it is the user's own (`follow`); else there is `news` until the end is reached. Groups
 * carry their key in `data-group` and are in the list's only child.
 */
export function useScrollToEnd(last: string | undefined, follow: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const reading = useRef<{
    last?: string | undefined;
    place?: Place | undefined;
    atEnd: boolean;
    /** Of what is scrolled, as last observed. */
    height?: number;
  }>({ atEnd: true });
  const [atEnd, setAtEnd] = useState(true);
  const [news, setNews] = useState(false);

  const toEnd = (behavior: ScrollBehavior = 'instant') =>
    ref.current?.scrollTo({ top: ref.current.scrollHeight, behavior });

  useLayoutEffect(() => {
    const now = reading.current;
    // When the list opens, the observer below scrolls it to its end after the layout.
    if (now.last !== undefined && now.last !== last) {
      if (now.atEnd || follow) toEnd();
      else setNews(true);
    }
    now.last = last;
  }, [last, follow]);

  // Runs before the paint, for any change of height: loaded messages, a late font, the keyboard, a taller composer.
  useLayoutEffect(() => {
    const list = ref.current;
    const content = list?.firstElementChild;
    if (!list || !content) return;
    const observer = new ResizeObserver(() => {
      const now = reading.current;
      if (now.atEnd) toEnd();
      else if (now.place) {
        const group = list.querySelector(`[data-group="${CSS.escape(now.place.group)}"]`);
        const moved = group ? offsetIn(list, group) - now.place.offset : 0;
        if (Math.abs(moved) >= 1) list.scrollTop += moved;
        now.place = placeIn(list);
      }
      now.height = list.scrollHeight;
    });
    observer.observe(list);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);

  return {
    ref,
    atEnd,
    news,
    toEnd,
    onScroll: () => {
      const list = ref.current;
      if (!list) return;
      const now = reading.current;
      // The content has just grown, which moves the end away from a reader who has not moved: the observer decides
      // before the paint.
      if (list.scrollHeight !== now.height) return;
      now.place = placeIn(list);
      now.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
      setAtEnd(now.atEnd);
      if (now.atEnd) setNews(false);
    },
  };
}
