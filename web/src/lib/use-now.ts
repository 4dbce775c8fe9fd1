import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';
import { useWindowEvent } from './window-events.ts';

/**
 * Returns the current time by the server's clock in milliseconds, updated every `interval` milliseconds while
 * `running`, and when the page is shown again: the timers of a device that sleeps stand still.
 */
export function useNow(interval = 1000, running = true): number {
  const [now, setNow] = useState(serverNow);
  const tick = () => setNow(serverNow());
  useWindowEvent('appVisible', tick);
  useEffect(() => {
    if (!running) return;
    tick();
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [interval, running]);
  return now;
}
