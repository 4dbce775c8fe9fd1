import { useEffect, useState } from 'react';

const SLOW_MS = 4000;

/** Says that loading takes long, once it does. Belongs inside the loading element, which screen readers follow. */
export function Slow({ className = 'col-span-full py-2 text-center text-small text-soft' }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSlow, SLOW_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return slow && <span className={className}>Still trying…</span>;
}
