import { useEffect, useState } from 'react';

const SLOW_MS = 4000;

/** Says that a wait is a long one, once it is. Belongs inside of what is waited at, which screen readers follow. */
export function Slow({ className = 'col-span-full text-center text-small text-soft' }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, SLOW_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return slow && <span className={className}>Still trying…</span>;
}
