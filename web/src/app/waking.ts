import { realtime } from '../lib/realtime/index.ts';

const TICK_MS = 1000;
/** Only a device that has slept leaves this much time between two ticks: a page in the background gets one a minute. */
const SLEPT_MS = 90_000;

let last = Date.now();
// No event says that a laptop wakes with the page in the foreground, and a socket that has died meanwhile looks open.
setInterval(() => {
  const slept = Date.now() - last > SLEPT_MS;
  last = Date.now();
  if (!slept || realtime.getConnection().status !== 'connected') return;
  realtime.disconnect();
  realtime.connect();
}, TICK_MS);
