const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const endings = new Set<() => void>();

function endAll(): void {
  for (const end of endings) end();
}

/** Without a listener, a signal ends the process at once and no `exit` event fires. */
function onSignal(signal: NodeJS.Signals): void {
  // If the app also listens, it closes us in its own order.
  if (process.listenerCount(signal) > 1) return;
  endAll();
  listen('off');
  process.kill(process.pid, signal);
}

function listen(how: 'on' | 'off'): void {
  process[how]('exit', endAll);
  for (const signal of SIGNALS) process[how](signal, onSignal);
}

/**
 * Calls `end`, which must be synchronous, when this process ends in a way that it can notice. Returns a function that
 * cancels this.
 */
export function endWithProcess(end: () => void): () => void {
  if (endings.size === 0) listen('on');
  endings.add(end);
  return () => {
    if (endings.delete(end) && endings.size === 0) listen('off');
  };
}
