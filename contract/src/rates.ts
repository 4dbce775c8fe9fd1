/** First goes what a client asks again by itself, late what a person does again; never what a chat or a session needs. */
export type Shed = 'first' | 'late';

/** How often something may be done: `points` in `seconds`, evenly spread, and `burst` of them at once. */
export interface Rate {
  points: number;
  seconds: number;
  burst: number;
  /** Whom it counts; without a name each account. */
  by?: 'network' | 'session' | 'chat';
  /** When a node that is out of breath refuses it; never without. */
  shed?: Shed;
  /** Counted by all nodes together; otherwise by each for itself. */
  shared?: true;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** The rates of every call and destination, by name. Somebody who uses the app as people do meets none of them. */
export const RATES = {
  /** Without a token: a campus or a carrier shares a network, so that this keeps off floods alone. */
  visitor: { points: 6000, seconds: 5 * MINUTE, burst: 2000, by: 'network', shed: 'late' },
  validate: { points: 60, seconds: MINUTE, burst: 60, by: 'session' },
  refresh: { points: 30, seconds: MINUTE, burst: 30, by: 'session' },
  read: { points: 600, seconds: MINUTE, burst: 300, shed: 'first' },
  /** Up to 1,000 messages at a time. */
  history: { points: 300, seconds: MINUTE, burst: 100 },
  feed: { points: 300, seconds: MINUTE, burst: 100, shed: 'first' },
  settings: { points: 240, seconds: HOUR, burst: 60, shed: 'late' },
  location: { points: 120, seconds: HOUR, burst: 120, shared: true, shed: 'first' },
  upload: { points: 40, seconds: HOUR, burst: 40, shed: 'late' },
  /** What mails, hashes a password or ends an account. */
  account: { points: 60, seconds: HOUR, burst: 30, shed: 'late' },
  visibility: { points: 30, seconds: HOUR, burst: 30, shared: true, shed: 'late' },
  pin: { points: 60, seconds: HOUR, burst: 60, shed: 'late' },
  answer: { points: 240, seconds: HOUR, burst: 60 },
  block: { points: 60, seconds: HOUR, burst: 30, shared: true },
  report: { points: 20, seconds: DAY, burst: 20 },
  message: { points: 120, seconds: MINUTE, burst: 30, shared: true },
  edit: { points: 60, seconds: MINUTE, burst: 60, shared: true },
  reaction: { points: 60, seconds: MINUTE, burst: 60, shared: true },
  device: { points: 60, seconds: HOUR, burst: 30, shed: 'late' },
  /** What operators look at: an open desk asks again by itself, and each case that is walked to takes three calls. */
  desk: { points: 240, seconds: MINUTE, burst: 120, shed: 'first' },
  /** What operators do. */
  operator: { points: 600, seconds: HOUR, burst: 100, shed: 'late' },
  /** Whatever a client sends over its sockets, heart-beats aside; what comes faster waits its turn. */
  frames: { points: 20, seconds: 1, burst: 250 },
  /** Connections of the socket: twenty tabs that come back at once, thrice. */
  sockets: { points: 1, seconds: 1, burst: 60 },
  /** What comes faster is not told. */
  typing: { points: 1, seconds: 2, burst: 1, by: 'chat' },
} as const satisfies Record<string, Rate>;
export type RateName = keyof typeof RATES;

/** What keeps a call from taking more than its share. */
export interface Bound {
  rate: RateName;
  /** Bytes of the largest body. */
  body?: number;
  /** Never refused for want of breath, though others of its rate are. */
  kept?: true;
}

const KB = 1024;

/** The largest bodies, in bytes. */
export const BODY = {
  small: 16 * KB,
  /** The longest message with each character escaped takes 24,000 bytes. */
  message: 32 * KB,
  /** A whole record, with all its lists. */
  record: 512 * KB,
  /** A feed request with its lists of ids. */
  lists: 1024 * KB,
  /** Five pictures of 10 MB. */
  pictures: 52 * KB * KB,
} as const;

/** A body counts once for each beginning part of this size. */
export const COUNTED_BYTES = 32 * KB;
