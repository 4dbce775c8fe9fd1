/**
 * Carries messages between the nodes of an installation. A node receives every control, but messages only for users it
 * has joined. Messages of one publisher arrive in order.
 */
export interface BusMessage {
  userIds: readonly string[];
  /** The name after `/user/queue/`. */
  queue: string;
  /** JSON, encoded once. */
  body: string;
}

export interface BusControl {
  kind: 'close-session';
  sessionId: string;
}

export interface BusListener {
  deliver(userIds: readonly string[], queue: string, body: string | Uint8Array): void;
  control(control: BusControl): void;
  /** Returns the sessions of this user that hold a socket here. */
  sessionsOf(userId: string): string[];
  /** Messages may have been missed; clients have to fetch again. */
  gap(): void;
}

export interface Bus {
  /** Settles when the bus has accepted the message; rejects if it could not. */
  publish(message: BusMessage): Promise<void>;
  /**
   * Closes sockets: on this node at once, on the others as soon as the bus reaches them. Settles when the bus has
   * accepted the control or queued it for later.
   */
  control(control: BusControl): Promise<void>;
  /**
   * Starts to receive for this user. Once it settles, nothing published is missed, except while the bus is unreachable.
   */
  join(userId: string): Promise<void> | void;
  leave(userId: string): void;
  listen(listener: Partial<BusListener>): void;
  /** Returns the sessions of this user that hold a socket on any node, without those of nodes that do not respond. */
  sessionsOf(userId: string): Promise<string[]>;
  /** Returns the sessions of this user that hold a socket on this node. */
  sessionsHere(userId: string): string[];
  /** Returns whether the bus works, for /readyz. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** Creates the bus of an installation with a single node. */
export function createLocalBus(): Bus {
  const listeners: Partial<BusListener>[] = [];
  let open = true;

  const sessionsHere = (userId: string) =>
    listeners.flatMap((listener) => listener.sessionsOf?.(userId) ?? []);
  const whileOpen = (act: () => void): Promise<void> => {
    if (!open) return Promise.reject(new Error('The bus is closed.'));
    act();
    return Promise.resolve();
  };

  return {
    publish: ({ userIds, queue, body }) =>
      whileOpen(() => listeners.forEach((listener) => listener.deliver?.(userIds, queue, body))),
    control: (control) => whileOpen(() => listeners.forEach((listener) => listener.control?.(control))),
    join() {},
    leave() {},
    listen(listener) {
      listeners.push(listener);
    },
    sessionsOf: (userId) => Promise.resolve(sessionsHere(userId)),
    sessionsHere,
    ready: () => Promise.resolve(open),
    close() {
      open = false;
      return Promise.resolve();
    },
  };
}
