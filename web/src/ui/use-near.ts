import { startTransition, useEffect, useRef, useState } from 'react';

/** How far beyond the viewport elements stay rendered, relative to its height. */
const MARGIN = '200% 0px';

type Listener = (entry: IntersectionObserverEntry) => void;

const listeners = new WeakMap<Element, Listener>();
/** One per scroll container, not per element: a long list has hundreds of elements. */
const observers = new WeakMap<Element | Document, IntersectionObserver>();

function observerOf(root: Element | Document): IntersectionObserver {
  const known = observers.get(root);
  if (known) return known;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry);
    },
    { root, rootMargin: MARGIN },
  );
  observers.set(root, observer);
  return observer;
}

/**
 * Returns whether an element is in or near the viewport: other elements need no content, only their size. `height` is
 * the height in px it had when it was last near. The scroll container is the closest ancestor with `data-scroller`,
 * else the page.
 */
export function useNear<E extends Element>(initially: boolean) {
  const ref = useRef<E>(null);
  const [state, set] = useState<{ near: boolean; height: number | undefined }>({
    near: initially,
    height: undefined,
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = observerOf(element.closest('[data-scroller]') ?? document);
    listeners.set(element, ({ isIntersecting, boundingClientRect }) => {
      // A section that holds the keyboard focus stays, so that the focus is not lost.
      if (!isIntersecting && element.contains(document.activeElement)) return;
      // Keeps scrolling smooth while content renders.
      startTransition(() =>
        set((before) =>
          before.near === isIntersecting
            ? before
            : { near: isIntersecting, height: isIntersecting ? before.height : boundingClientRect.height },
        ),
      );
    });
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      listeners.delete(element);
    };
  }, []);
  return { ref, ...state };
}
