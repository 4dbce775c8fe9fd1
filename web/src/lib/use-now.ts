import { useEffect, useState } from 'react';

/** The current time in milliseconds, renewed every `interval` milliseconds while `running`. */
export function useNow(interval = 1000, running = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [interval, running]);
  return now;
}
