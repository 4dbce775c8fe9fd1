import { isConnected, realtime } from '../lib/realtime/index.ts';
import { listen } from '../lib/window-events.ts';

const TICK_MS = 1000;
/** Only a device that has slept leaves this much time between two ticks: a page in the background gets one a minute. */
const SLEPT_MS = 90_000;

/** Replaces a socket that looks open, although it may have died, and connects at once if there is none. */
function reopen(): void {
  if (!isConnected()) return realtime.reconnect();
  realtime.disconnect();
  realtime.connect();
}

let last = Date.now();
// No event says that a laptop wakes with the page in the foreground, or that its clock was set: the first answer of the
// server then tells the time.
setInterval(() => {
  if (Math.abs(Date.now() - last) > SLEPT_MS) reopen();
  last = Date.now();
}, TICK_MS);
// The network may be another one.
listen('online', reopen);
