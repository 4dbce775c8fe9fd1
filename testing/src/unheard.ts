import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const CHANNELS = ['net.client.socket', 'net.server.socket'];

/**
 * Collects sockets of this process that had no error listener for a whole turn of the event loop: an error at such a
 * moment ends the process. Watches only sockets created from now on.
 */
export function watchUnheard(): Disposable & { readonly found: readonly string[] } {
  const found: string[] = [];

  function watch(message: unknown): void {
    const { socket } = message as { socket: Socket };
    let told = false;
    const origin = new Error('made').stack ?? '';
    const look = () =>
      setImmediate(() => {
        if (socket.destroyed || socket.listenerCount('error') > 0 || told) return;
        told = true;
        found.push(origin);
      });
    look();
    socket.on('removeListener', (event) => {
      if (event === 'error') look();
    });
  }

  for (const channel of CHANNELS) subscribe(channel, watch);
  return {
    found,
    [Symbol.dispose]() {
      for (const channel of CHANNELS) unsubscribe(channel, watch);
    },
  };
}
