import { useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 80;

/**
 * Keeps a scrolling list at its end while someone reads there, and where they are while they read above.
 * `first` and `last` are the ids at both ends: what comes in front moves nothing, what comes behind is followed
 * only from the end, or when it is one's own (`follow`).
 */
export function useScrollToEnd(first: string | undefined, last: string | undefined, follow: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef({ first, last, height: 0, top: 0 });
  const [atEnd, setAtEnd] = useState(true);

  const toEnd = (behavior: ScrollBehavior = 'instant') =>
    ref.current?.scrollTo({ top: ref.current.scrollHeight, behavior });

  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    const was = before.current;
    if (was.last !== last && (atEnd || follow)) toEnd();
    else if (was.first !== first && was.first !== undefined)
      list.scrollTop = was.top + (list.scrollHeight - was.height);
    before.current = { first, last, height: list.scrollHeight, top: list.scrollTop };
  }, [first, last, follow, atEnd]);

  // The list gets shorter when the keyboard or the composer grows.
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    const observer = new ResizeObserver(() => {
      if (atEnd) toEnd();
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [atEnd]);

  return {
    ref,
    atEnd,
    toEnd,
    onScroll: () => {
      const list = ref.current;
      if (!list) return;
      before.current.top = list.scrollTop;
      before.current.height = list.scrollHeight;
      setAtEnd(list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX);
    },
  };
}
