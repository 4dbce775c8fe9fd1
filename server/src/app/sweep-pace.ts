/** How often the server looks after what nobody asks for: milliseconds from the end of one look to the next. */
export interface Pace {
  /** Events that another node left behind. */
  outbox: number;
  /** How the machine's clock stands to the database's. */
  clock: number;
  /** Whether the bus answers. */
  bus: number;
  /** Presences that ran out. */
  presences: number;
  /** Chats whose time is over. */
  chats: number;
  /** Neighbourhoods of which somebody wants to hear. */
  alerts: number;
  /** Pictures that nobody holds. */
  photos: number;
  /** Sign-ins and codes that are worth nothing any more. */
  accounts: number;
  /** Copies of data whose time is over. */
  rights: number;
  /** In which an upload has to bring 20 KB a second, or is cut off. */
  uploads: number;
  /** Files of builds of the web client that no node runs any more. */
  assets: number;
  /** Erasures, blocks and suspensions that are yet to be written outside of the database. */
  protections: number;
  /** Jobs that were done long enough ago to be forgotten; a second at least. */
  jobs: number;
  /** Whether it is time to note what this node has done. */
  pulse: number;
  /** The first pause before a failed job is tried again, in whole seconds; undefined: as its kind asks. */
  retrySeconds: number | undefined;
}

export const PACE: Pace = {
  outbox: 1000,
  clock: 60_000,
  bus: 500,
  presences: 1000,
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
