import { useEffect, useState } from 'react';
import { useStable } from '../../lib/use-stable.ts';

/** How far the page has to be pulled down for a refresh, in px. */
const FAR = 90;
const NOTICED = 24;

/** Returns whether the page is being pulled down from its top on a touch screen, and whether far enough to refresh. */
export function usePull(onPulled: () => void): 'near' | 'far' | undefined {
  const [pull, setPull] = useState<'near' | 'far'>();
  const done = useStable(onPulled);
  useEffect(() => {
    let begun: number | undefined;
    let now: 'near' | 'far' | undefined;
    const set = (next: typeof now) => {
      if (next !== now) setPull(next);
      now = next;
    };
    const start = ({ touches, target }: TouchEvent) => {
      const inPage = target instanceof Element && target.closest('main') !== null;
      begun = touches.length === 1 && window.scrollY <= 0 && inPage ? touches[0]!.clientY : undefined;
      // A second finger means something else.
      set(undefined);
    };
    const move = ({ touches }: TouchEvent) => {
      if (begun === undefined) return;
      const far = touches[0]!.clientY - begun;
      if (window.scrollY > 0) begun = undefined;
      set(begun === undefined || far < NOTICED ? undefined : far < FAR ? 'near' : 'far');
    };
    const cancel = () => {
      begun = undefined;
      set(undefined);
    };
    const end = () => {
      if (now === 'far') done();
      cancel();
    };
    const following = new AbortController();
    const { signal } = following;
    window.addEventListener('touchstart', start, { signal, passive: true });
    window.addEventListener('touchmove', move, { signal, passive: true });
    window.addEventListener('touchend', end, { signal });
    window.addEventListener('touchcancel', cancel, { signal });
    return () => following.abort();
  }, [done]);
  return pull;
}
