/**
 * Which calls an overloaded node refuses: `first` those that clients retry by themselves, `late` those that a user
 * repeats; never those that a chat or a session needs, or by which a user leaves, blocks or reports.
 */
export type Shed = 'first' | 'late';

/** A rate limit: `points` in `seconds`, evenly spread, and `burst` of them at once. */
export interface Rate {
  points: number;
  seconds: number;
  burst: number;
  /** What it counts by; by account if absent. */
  by?: 'network' | 'session' | 'chat';
  /** When an overloaded node refuses it; never if absent. */
  shed?: Shed;
  /** Counted across all nodes; otherwise by each node separately. */
  shared?: true;
  /** Also at most this many in a day, evenly spread once they are used up; only for a shared rate. */
  daily?: number;
}

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** The rates of every call and destination, by name. Normal use of the app reaches none of them. */
export const RATES = {
  /** Without a token: a campus or a carrier shares a network, so this limit only stops floods. */
  visitor: { points: 6000, seconds: 5 * MINUTE, burst: 2000, by: 'network', shed: 'late' },
  validate: { points: 60, seconds: MINUTE, burst: 60, by: 'session' },
  refresh: { points: 30, seconds: MINUTE, burst: 30, by: 'session' },
  /** Calls that end sessions. By session, so that a thief's calls do not use up the owner's. */
  sessions: { points: 120, seconds: HOUR, burst: 60, by: 'session', shed: 'late' },
  read: { points: 600, seconds: MINUTE, burst: 300, shed: 'first' },
  /** Up to 1,000 messages at a time. */
  history: { points: 300, seconds: MINUTE, burst: 100 },
  feed: { points: 300, seconds: MINUTE, burst: 100, shed: 'first' },
  settings: { points: 240, seconds: HOUR, burst: 60, shed: 'late' },
  location: { points: 120, seconds: HOUR, burst: 120, shared: true, shed: 'first' },
  /** Files of photos, by the viewer in their address: enough to scroll a long feed as fast as it loads. */
  photos: { points: 20, seconds: 1, burst: 600 },
  upload: { points: 40, seconds: HOUR, burst: 40, shed: 'late' },
  /** Calls that send mail, hash a password or end an account. */
  account: { points: 60, seconds: HOUR, burst: 30, shed: 'late' },
  visibility: { points: 30, seconds: HOUR, burst: 30, shared: true, shed: 'late' },
  pin: { points: 60, seconds: HOUR, burst: 60, shed: 'late' },
  answer: { points: 240, seconds: HOUR, burst: 60 },
  /** Each is kept, and looked at whenever somebody near comes or goes. */
  block: { points: 60, seconds: HOUR, burst: 30, shared: true, daily: 300 },
  report: { points: 20, seconds: DAY, burst: 20 },
  /** A day's worth is eight hours of one every three seconds, so that a few accounts cannot fill a disk: 5 MB. */
  message: { points: 120, seconds: MINUTE, burst: 30, shared: true, daily: 10_000 },
  /** The content before each edit is stored, too. */
  edit: { points: 60, seconds: MINUTE, burst: 60, shared: true, daily: 500 },
  reaction: { points: 60, seconds: MINUTE, burst: 60, shared: true },
  device: { points: 60, seconds: HOUR, burst: 30, shed: 'late' },
  /** Views of operators: an open desk refreshes by itself, and each case opened takes three calls. */
  desk: { points: 240, seconds: MINUTE, burst: 120, shed: 'first' },
  /** Acts of operators. */
  operator: { points: 600, seconds: HOUR, burst: 100, shed: 'late' },
  /** Everything that a client sends over its sockets, except heart-beats; faster frames are delayed. */
  frames: { points: 20, seconds: 1, burst: 250 },
  /** Socket connections: twenty tabs that reconnect at once, three times. */
  sockets: { points: 1, seconds: 1, burst: 60 },
  /** Faster events are dropped. */
  typing: { points: 1, seconds: 2, burst: 1, by: 'chat' },
} as const satisfies Record<string, Rate>;
export type RateName = keyof typeof RATES;

/** The limits of a call. */
export interface Bound {
  rate: RateName;
  /** The largest body in bytes. */
  body?: number;
  /** Never refused because of overload, even if other calls of its rate are. */
  kept?: true;
}

const KB = 1024;

/** The largest bodies, in bytes. */
export const BODY = {
  small: 16 * KB,
  /** The longest message takes 24,000 bytes with each character escaped. */
  message: 32 * KB,
  /** A whole record, with all its lists. */
  record: 512 * KB,
  /** A feed request with its lists of ids. */
  lists: 1024 * KB,
  /** Five pictures of 10 MB. */
  pictures: 52 * KB * KB,
} as const;

/** In a day’s count, a message counts once for each started part of this size. */
export const MESSAGE_COUNTED_BYTES = 500;

/** A body counts once for each started part of this size. */
export const COUNTED_BYTES = 32 * KB;
