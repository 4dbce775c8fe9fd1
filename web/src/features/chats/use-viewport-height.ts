import { useEffect, useState } from 'react';

/** Height of what is visible above the on-screen keyboard, in px; undefined while the keyboard is away. */
export function useViewportHeight(): number | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const follow = () => {
      const covered = window.innerHeight - viewport.height > 100 && viewport.scale === 1;
      // Safari has moved the page up to show the field, which now fits below the header.
      if (covered) window.scrollTo(0, 0);
      setHeight(covered ? viewport.height : undefined);
    };
    viewport.addEventListener('resize', follow);
    return () => viewport.removeEventListener('resize', follow);
  }, []);
  return height;
}
