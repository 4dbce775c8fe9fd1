import { useEffect } from 'react';

/** By then the card is gone, or stays. */
const PATIENCE_MS = 200;
const GLIDE = { duration: 240, easing: 'cubic-bezier(0.32, 0.72, 0, 1)' };

/** Lets the cards behind a pinned one glide to their new places once it has left, instead of appearing there. */
export function useGlide(): void {
  useEffect(() => {
    // Heard before the card is taken out of its list.
    const onEnd = ({ animationName, target }: AnimationEvent) => {
      const list = animationName === 'card-leave' && (target as Element).closest('ul');
      if (!list || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const places = new Map([...list.children].map((item) => [item, item.getBoundingClientRect()]));
      // Told before the page is painted without the card.
      const taken = new MutationObserver(() => {
        taken.disconnect();
        for (const [item, { x, y }] of places) {
          const now = item.getBoundingClientRect();
          const away = [x - now.x, y - now.y] as const;
          if (item.isConnected && away.some((px) => px !== 0))
            item.animate({ translate: [`${away[0]}px ${away[1]}px`, 'none'] }, GLIDE);
        }
      });
      taken.observe(list, { childList: true });
      setTimeout(() => taken.disconnect(), PATIENCE_MS);
    };
    document.addEventListener('animationend', onEnd, { capture: true });
    return () => document.removeEventListener('animationend', onEnd, { capture: true });
  }, []);
}
