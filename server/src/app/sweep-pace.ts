/** How often the server does periodic work: milliseconds from the end of one round to the next. */
export interface Pace {
  /** Events that another node left behind. */
  outbox: number;
  /** Comparing the machine’s clock with the database’s. */
  clock: number;
  /** Checking whether the bus responds. */
  bus: number;
  /** Presences that ran out. */
  presences: number;
  /** Presences without an end whose users may be gone. */
  endless: number;
  /** Sockets whose session has ended without this node hearing of it. */
  sockets: number;
  /** Chats whose time is over. */
  chats: number;
  /** Neighbourhoods for which a user has set an alert. */
  alerts: number;
  /** Photos that no profile holds. */
  photos: number;
  /** What is kept for a time only and may go some minutes late: sessions, codes, selfies, kept blocks and more. */
  accounts: number;
  /** Expired copies of data. */
  rights: number;
  /** The interval in which an upload must average 20 KB per second, or is cut off. */
  uploads: number;
  /** Files of builds of the web client that no node runs any more. */
  assets: number;
  /** Erasures, blocks and suspensions not yet written outside the database. */
  protections: number;
  /** Jobs that finished long enough ago to be deleted; a second at least. */
  jobs: number;
  /** Checking whether this node’s activity is due to be recorded. */
  pulse: number;
  /** The first delay before a failed job is retried, in whole seconds; undefined: that of its kind. */
  retrySeconds: number | undefined;
}

export const PACE: Pace = {
  outbox: 1000,
  clock: 60_000,
  bus: 500,
  presences: 1000,
  endless: 60_000,
  sockets: 60_000,
  chats: 3000,
  alerts: 2000,
  photos: 3000,
  uploads: 10_000,
  accounts: 10 * 60_000,
  assets: 6 * 3_600_000,
  protections: 1000,
  rights: 60_000,
  jobs: 10 * 60_000,
  pulse: 1000,
  retrySeconds: undefined,
};
