import { REALTIME } from '@herenow/contract/constants';
import { createStore } from '../value-store.ts';
import {
  initial,
  isConnecting,
  step,
  type Effect,
  type Input,
  type TimerName,
  type Validity,
} from './machine.ts';

export type Socket = {
  /** Returns false if the socket is already closing; then nothing is written. */
  publish: (destination: string, body: unknown) => boolean;
  /** After this, no handler is called. */
  close: () => void;
};
export type SocketHandlers = { onOpen: () => void; onClose: () => void };

export type RealtimeDependencies = {
  /** Checks whether the server still accepts the stored token. */
  validate: () => Promise<Validity>;
  /** Renews the stored token; resolves to false when the session is over. */
  refresh: () => Promise<boolean>;
  open: (handlers: SocketHandlers) => Socket;
  warn: (text: string) => void;
};

export type Connection = {
  status: 'disconnected' | 'connecting' | 'connected';
  /** Why it will not reconnect by itself soon, if so; then *Reconnect* is offered. */
  trouble: 'given-up' | 'unavailable' | null;
};

/** Runs the state machine: performs its effects and feeds the results back. */
export function createRealtime(dependencies: RealtimeDependencies) {
  let state = initial;
  const connection = createStore<Connection>({ status: 'disconnected', trouble: null });
  let socket: Socket | undefined;
  /** Incremented with each attempt and each close, so that results of an earlier attempt are ignored. */
  let run = 0;
  const timers = new Map<TimerName, ReturnType<typeof setTimeout>>();
  const sends = new Set<ReturnType<typeof setTimeout>>();

  function tell(input: Input): void {
    const next = step(state, input);
    state = next.state;
    for (const effect of next.effects) perform(effect);
    publishConnection();
  }

  function answer(of: number, input: Input): void {
    if (of === run) tell(input);
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'validate': {
        const mine = ++run;
        void dependencies.validate().then((validity) => answer(mine, { type: 'validated', validity }));
        break;
      }
      case 'refresh': {
        const mine = run;
        void dependencies.refresh().then((ok) => answer(mine, { type: 'refreshed', ok }));
        break;
      }
      case 'open': {
        const mine = run;
        socket = dependencies.open({
          onOpen: () => answer(mine, { type: 'opened' }),
          onClose: () => answer(mine, { type: 'closed' }),
        });
        break;
      }
      case 'close':
        run += 1;
        socket?.close();
        socket = undefined;
        break;
      case 'start':
        clearTimeout(timers.get(effect.timer));
        timers.set(
          effect.timer,
          setTimeout(() => tell({ type: 'timer', name: effect.timer }), effect.ms),
        );
        break;
      case 'stop':
        clearTimeout(timers.get(effect.timer));
        timers.delete(effect.timer);
        break;
    }
  }

  function publishConnection(): void {
    const { phase } = state;
    const next: Connection = {
      status: phase === 'connected' ? 'connected' : isConnecting(phase) ? 'connecting' : 'disconnected',
      trouble: phase === 'given-up' || phase === 'unavailable' ? phase : null,
    };
    const { status, trouble } = connection.get();
    if (next.status !== status || next.trouble !== trouble) connection.set(next);
  }

  function send(destination: string, body: unknown): void {
    const connected = state.phase === 'connected';
    if (connected && socket?.publish(destination, body)) return;
    if (!connected && !isConnecting(state.phase)) {
      dependencies.warn(`Not connected: ${destination} is dropped.`);
      return;
    }
    const timer = setTimeout(() => {
      sends.delete(timer);
      send(destination, body);
    }, REALTIME.sendRetryMs);
    sends.add(timer);
  }

  function disconnect(): void {
    for (const timer of sends) clearTimeout(timer);
    sends.clear();
    tell({ type: 'disconnect' });
  }

  return {
    connect: () => tell({ type: 'connect' }),
    /** Starts over at once if the connection is wanted but not open. */
    reconnect: () => tell({ type: 'reconnect' }),
    disconnect,
    pageHidden: () => tell({ type: 'hidden' }),
    pageVisible: () => tell({ type: 'visible' }),
    /**
     * Sends a message. While connecting or closing, retries every 100 ms; without a connection, drops it with a
     * warning.
     */
    send,
    getConnection: connection.get,
    subscribe: connection.subscribe,
  };
}
