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
    const end = () => {
      if (now === 'far') done();
      begun = undefined;
      set(undefined);
    };
    const cancel = () => {
      begun = undefined;
      set(undefined);
    };
    const passive = { passive: true };
    window.addEventListener('touchstart', start, passive);
    window.addEventListener('touchmove', move, passive);
    window.addEventListener('touchend', end);
    window.addEventListener('touchcancel', cancel);
    return () => {
      window.removeEventListener('touchstart', start);
      window.removeEventListener('touchmove', move);
      window.removeEventListener('touchend', end);
      window.removeEventListener('touchcancel', cancel);
    };
  }, [done]);
  return pull;
}
