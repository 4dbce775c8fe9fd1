import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRealtime, type SocketHandlers } from './client.ts';
import type { Validity } from './machine.ts';

function world() {
  let validity: Validity = 'valid';
  const sockets: {
    handlers: SocketHandlers;
    published: [string, unknown][];
    closing: boolean;
    closed: boolean;
  }[] = [];
  const dependencies = {
    validate: vi.fn<() => Promise<Validity>>(async () => validity),
    refresh: vi.fn<() => Promise<boolean>>(async () => {
      validity = 'valid';
      return true;
    }),
    open(handlers: SocketHandlers) {
      const socket = { handlers, published: [] as [string, unknown][], closing: false, closed: false };
      sockets.push(socket);
      return {
        publish: (destination: string, body: unknown) => {
          if (!socket.closing) socket.published.push([destination, body]);
          return !socket.closing;
        },
        close: () => void (socket.closed = true),
      };
    },
    warn: vi.fn<(text: string) => void>(),
  };
  const realtime = createRealtime(dependencies);
  return {
    ...dependencies,
    realtime,
    sockets,
    setValidity: (next: Validity) => {
      validity = next;
    },
    /** Lets settled promises continue. */
    settle: () => vi.advanceTimersByTimeAsync(0),
    async connect() {
      realtime.connect();
      await vi.advanceTimersByTimeAsync(0);
      sockets.at(-1)?.handlers.onOpen();
    },
  };
}

let here: ReturnType<typeof world>;
beforeEach(() => {
  vi.useFakeTimers();
  here = world();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the connection', () => {
  it('reports each change of its status once', async () => {
    const seen: string[] = [];
    here.realtime.subscribe(() => seen.push(here.realtime.getConnection().status));
    await here.connect();
    here.sockets[0]?.handlers.onClose();
    expect(seen).toEqual(['connecting', 'connected', 'disconnected']);
  });

  it('makes one socket however often it is asked for', async () => {
    here.realtime.connect();
    here.realtime.connect();
    await here.settle();
    here.realtime.connect();
    expect(here.validate).toHaveBeenCalledTimes(1);
    expect(here.sockets).toHaveLength(1);
  });

  it('comes back after a loss, and gives up after five attempts', async () => {
    await here.connect();
    here.sockets[0]?.handlers.onClose();
    for (const [at, delay] of [1000, 2000, 4000, 8000, 16000].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(here.sockets).toHaveLength(at + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(here.sockets).toHaveLength(at + 2);
      here.sockets.at(-1)?.handlers.onClose();
    }
    expect(here.realtime.getConnection()).toEqual({ status: 'disconnected', trouble: 'given-up' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(here.sockets).toHaveLength(6);
    here.realtime.reconnect();
    await here.settle();
    expect(here.sockets).toHaveLength(7);
  });

  it('renews the token once on the way', async () => {
    here.setValidity('expired');
    await here.connect();
    expect(here.refresh).toHaveBeenCalledTimes(1);
    expect(here.realtime.getConnection().status).toBe('connected');
  });

  it('leaves an unavailable server alone until asked to reconnect', async () => {
    here.setValidity('unavailable');
    await here.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(here.validate).toHaveBeenCalledTimes(1);
    expect(here.realtime.getConnection()).toEqual({ status: 'disconnected', trouble: 'unavailable' });
    here.setValidity('valid');
    here.realtime.reconnect();
    await here.settle();
    expect(here.sockets).toHaveLength(1);
  });

  it('ignores a socket that it has closed', async () => {
    await here.connect();
    here.realtime.disconnect();
    await here.connect();
    here.sockets[0]?.handlers.onClose();
    expect(here.sockets[0]?.closed).toBe(true);
    expect(here.realtime.getConnection().status).toBe('connected');
  });

  it('does not open when it is no longer wanted once the token is checked', async () => {
    here.realtime.connect();
    here.realtime.disconnect();
    await here.settle();
    expect(here.sockets).toEqual([]);
  });

  it('rests while the page is hidden and is back when it is visible', async () => {
    await here.connect();
    here.realtime.pageHidden();
    await vi.advanceTimersByTimeAsync(1000);
    expect(here.sockets[0]?.closed).toBe(true);
    here.realtime.pageVisible();
    await vi.advanceTimersByTimeAsync(200);
    expect(here.sockets).toHaveLength(2);
  });
});

describe('sending', () => {
  it('goes out while connected', async () => {
    await here.connect();
    here.realtime.send('/app/chat.seen', { id: 'm1' });
    expect(here.sockets[0]?.published).toEqual([['/app/chat.seen', { id: 'm1' }]]);
  });

  it('is tried again every 100 ms while connecting', async () => {
    here.realtime.connect();
    here.realtime.send('/app/chat.seen', { id: 'm1' });
    await vi.advanceTimersByTimeAsync(210);
    here.sockets[0]?.handlers.onOpen();
    await vi.advanceTimersByTimeAsync(89);
    expect(here.sockets[0]?.published).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(here.sockets[0]?.published).toEqual([['/app/chat.seen', { id: 'm1' }]]);
    expect(here.warn).not.toHaveBeenCalled();
  });

  it('waits for the next connection when the socket is closing by itself', async () => {
    await here.connect();
    here.sockets[0]!.closing = true;
    here.realtime.send('/app/chat.seen', { id: 'm1' });
    here.sockets[0]?.handlers.onClose();
    here.realtime.reconnect();
    await here.settle();
    here.sockets[1]?.handlers.onOpen();
    await vi.advanceTimersByTimeAsync(100);
    expect(here.sockets[0]?.published).toEqual([]);
    expect(here.sockets[1]?.published).toEqual([['/app/chat.seen', { id: 'm1' }]]);
    expect(here.warn).not.toHaveBeenCalled();
  });

  it('is dropped with a warning when there is no connection', async () => {
    here.realtime.send('/app/chat.seen', { id: 'm1' });
    expect(here.warn).toHaveBeenCalledTimes(1);
    await here.connect();
    await vi.advanceTimersByTimeAsync(500);
    expect(here.sockets[0]?.published).toEqual([]);
  });

  it('is dropped when the connection it waits for is not wanted any more', async () => {
    here.realtime.connect();
    here.realtime.send('/app/chat.seen', { id: 'm1' });
    here.realtime.disconnect();
    await here.connect();
    await vi.advanceTimersByTimeAsync(500);
    expect(here.sockets.at(-1)?.published).toEqual([]);
  });
});
