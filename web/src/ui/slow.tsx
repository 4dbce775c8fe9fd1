import { useEffect, useState } from 'react';

const SLOW_MS = 4000;

/**
 * Says that loading takes long, once it does: over the middle of the page, where nothing moves. Belongs inside the loading
 * element, which screen readers follow.
 */
export function Slow({
  className = 'floating-pill fixed inset-0 z-10 m-auto size-fit text-small shadow-float',
}) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, SLOW_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return slow && <span className={className}>Still trying…</span>;
}
