import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

/**
 * Returns the current time by the server's clock in milliseconds, updated every `interval` milliseconds while
 * `running`.
 */
export function useNow(interval = 1000, running = true): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [interval, running]);
  return now;
}
