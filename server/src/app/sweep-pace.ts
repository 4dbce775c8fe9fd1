/** How often the server does periodic work: milliseconds from the end of one round to the next. */
export const PACE = {
  /** Events that another node left behind. */
  outbox: 1000,
  /** Comparing the machine’s clock with the database’s. */
  clock: 60_000,
  /** Checking whether the bus responds. */
  bus: 500,
  /** Presences that ran out. */
  presences: 1000,
  /** Presences without an end whose users may be gone. */
  endless: 60_000,
  /** Sockets whose session has ended without this node hearing of it. */
  sockets: 60_000,
  /** Chats whose time is over. */
  chats: 3000,
  /** Neighbourhoods for which a user has set an alert. */
  alerts: 2000,
  /** Photos that no profile holds. */
  photos: 3000,
  /** What is kept for a limited time and may go some minutes late: sessions, codes, selfies, kept blocks and more. */
  accounts: 10 * 60_000,
  /** Expired copies of data. */
  rights: 60_000,
  /** The interval in which an upload must average 20 KB per second, or is cut off. */
  uploads: 10_000,
  /** How long an upload may wait in all for its turn and its pictures; with storing them, less than a minute. */
  pictures: 40_000,
  /** Files of builds of the web client that no node runs any more. */
  assets: 6 * 3_600_000,
  /** Erasures, blocks and suspensions not yet written outside the database. */
  protections: 1000,
  /** Jobs that finished long enough ago to be deleted; a second at least. */
  jobs: 10 * 60_000,
  /** Checking whether this node’s activity is due to be recorded. */
  pulse: 1000,
  /** How long a stop may take after the node has drained. */
  stopping: 25_000,
  /** The first delay before a failed job is retried, in whole seconds; undefined: that of its kind. */
  retrySeconds: undefined as number | undefined,
};

export type Pace = typeof PACE;
