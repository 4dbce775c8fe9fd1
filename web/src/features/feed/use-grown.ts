import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The frame of a person's photo on the page that is still on the screen while the profile renders. The first image in
 * it may be one that waits beside it.
 */
const frameOn = (id: string) => {
  const card = document.querySelector(`article:has(a[href="/profile/${id}"])`);
  return card?.querySelector('img')?.closest('.rounded-card')?.getBoundingClientRect();
};

/** Lets the photo of a profile grow from that of the card that was tapped, and the text beside it come after. */
export function useGrown(id: string) {
  const [from] = useState(() => frameOn(id));
  const photo = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!from || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Once the page is scrolled to its place, before it is painted.
    queueMicrotask(() => {
      const box = photo.current;
      if (!box) return;
      // It is there from the start, and does not fade in with its page.
      for (const fade of box.parentElement!.getAnimations()) fade.finish();
      const { left, top, width } = box.getBoundingClientRect();
      const place = `translate(${from.left - left}px, ${from.top - top}px) scale(${from.width / width})`;
      const options = { duration: 240, easing: 'cubic-bezier(0.32, 0.72, 0, 1)' };
      box.animate({ transform: [place, 'none'], transformOrigin: ['0 0', '0 0'] }, options);
      box.nextElementSibling?.animate({ transform: ['translateY(3rem)', 'none'], opacity: [0, 1] }, options);
    });
  }, [from]);
  return photo;
}
