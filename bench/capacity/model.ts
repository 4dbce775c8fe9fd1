/** A model of what people do, what each action costs, and what many people need. */

/** The cost of one action, or of one open socket per second. */
export interface Cost {
  /** Microseconds of one core, in the node and in the database. */
  node: number;
  database: number;
  /** Bytes of the write-ahead log. */
  log: number;
  /** Messages that a node hands to NATS. */
  bus: number;
}
export type Action = 'feed' | 'message' | 'change';
export const ACTIONS: readonly Action[] = ['feed', 'message', 'change'];

export interface Costs {
  actions: Record<Action, Cost>;
  socket: Cost & {
    bytes: number;
    /** Microseconds of one core to open a socket. */
    opening: { node: number; database: number };
  };
}

/** People who use the app in a day, for each person connected at the same time. */
const DAILY = 10;
const FEEDS_A_MINUTE = 1;
const MESSAGES_A_DAY = 30;
const CHANGES_A_DAY = 6;
/** The share of a day's activity in its busiest hour. */
const BUSIEST_HOUR = 0.1;

const inBusiestSecond = (connected: number, aDay: number) => (connected * DAILY * aDay * BUSIEST_HOUR) / 3600;

/** Returns how often each action happens per second in the busiest hour. */
export const ratesOf = (connected: number): Record<Action, number> => ({
  feed: (connected * FEEDS_A_MINUTE) / 60,
  message: inBusiestSecond(connected, MESSAGES_A_DAY),
  change: inBusiestSecond(connected, CHANGES_A_DAY),
});

export interface Need {
  /** Cores that the nodes and the database keep busy. */
  node: number;
  database: number;
  /** Bytes of the log, and messages on the bus, per second. */
  log: number;
  bus: number;
  /** Bytes of memory that the sockets take. */
  memory: number;
}

/** Returns what this many people connected at the same time need in the busiest hour: the sum of what each costs. */
export function needOf(connected: number, { actions, socket }: Costs): Need {
  const rates = ratesOf(connected);
  const sum = (of: keyof Cost) =>
    connected * socket[of] +
    ACTIONS.reduce((total, action) => total + rates[action] * actions[action][of], 0);
  return {
    node: sum('node') / 1e6,
    database: sum('database') / 1e6,
    log: sum('log'),
    bus: sum('bus'),
    memory: connected * socket.bytes,
  };
}
