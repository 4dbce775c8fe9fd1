export * from './choices.ts';

export const APP_VERSION = '1.0.46';
export const APP_SOURCE = 'web';
export const SITE_LABEL = 'herenow.example';
/** Where the source of the running version is; a modified version must name its own, as the licence requires. */
export const SOURCE_URL = 'https://herenow.example/source';
export const CONTACT_EMAIL = 'hello@herenow.example';

export const MAX_DATE_IDEAS = 10;

export const REPORT_WORDS_MAX = 500;
/** For how long a user can report a person after their pin or chat is gone. */
export const FORMER_CHAT_DAYS = 30;

/** How many people a bulk action can concern at once. */
export const BULK_MAX = 50;
/** The longest appeal, and for how many days a decision can be appealed. */
export const APPEAL_WORDS_MAX = 1000;
export const APPEAL_DAYS = 180;
/** The longest place of a shared date. */
export const DATE_PLACE_MAX = 120;
export const SHARED_DATES_MAX = 3;
export const SHARED_DATE_HOURS = 12;

/** The time from drawing a pose to receiving its picture. */
export const POSE_MS = 60_000;
/** The maximum characters of a selfie in base64. */
export const FACE_PICTURE_MAX = 450_000;
/** The possible lengths of a suspension that ends by itself. */
export const SUSPENSION_DAYS = [3, 7, 30] as const;
/** Replaces a removed name, and in the list of blocked people a name that the user has not seen. */
export const SOMEBODY = 'Somebody';
/** The maximum time for which two reports of *Underage user* hide a person. */
export const HIDING_HOURS = 24;
/** Within how many hours an operator has to review a report. */
export const REPORT_HOURS = 24;
/** For how many minutes an operator keeps a case from others who could judge it. */
export const HOLD_MOST_MINUTES = 30;
/** The longest explanation that a person receives. */
export const MODERATION_WHY_MAX = 300;
export const MODERATION_NOTE_MAX = 1000;
/** The page size for people of the queue and entries of the log. */
export const MODERATION_PAGE = 50;
export const MODERATION_PAGE_MAX = 200;

export const DISTANCE_STEPS_KM = [1, 2, 3, 5, 10, 15, 20, 30, 40, 50] as const;
export const MAX_DISTANCE_KM = 50;

export const MIN_AGE = 18;
export const MAX_AGE = 80;
/** How many recovery codes a user with two-step sign-in starts with. */
export const RECOVERY_CODES = 10;
/** How many passkeys a user may have, and how many characters the name of a passkey. */
export const PASSKEYS = 10;
export const PASSKEY_NAME_MAX = 40;
export const PASSWORD_MIN = 8;
export const RESET_PASSWORD_MIN = 6;
/** Longer passwords are refused: they only cost hashing time. */
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
export const NAME_MAX = 60;
export const BIO_MAX = 300;

export const CODE_LENGTH = 6;
export const CODE_MINUTES = 15;
export const CODE_TRIES = 5;
export const RESEND_SECONDS = 60;

export const REGISTRATION_STEPS = 6;
export const STEP = { created: 1, profile: 2, ideas: 3, distance: 4, photos: 5, verified: 6 } as const;

export const FEED_PAGE = 20;
export const FEED_PAGE_MAX = 50;
/** Ids beyond this number in a request's lists are ignored: the server hides people by its own records anyway. */
export const MAX_HIDDEN_IDS = 1000;
/** How many people a request for the changes of a feed may name. */
export const FEED_SHOWN_MAX = 2000;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** For how long an alert runs, and within which distances. */
export const ALERT_HOURS = 3;
export const ALERT_DISTANCES_KM = [10, 20, 50] as const;
export const VISIBILITY_HOURS = [1, 2, 3] as const;
export const DEFAULT_VISIBILITY_HOURS = 3;
export const MAX_VISIBILITY_MS = 3 * HOUR_MS;
/** How far a client's clock may be ahead before its `onlineUntil` is refused. */
export const CLOCK_SKEW_MS = 60_000;

export const SETUP_PHOTOS = 3;
export const MAX_PHOTOS = 5;
export const PHOTO_WIDTH = 1080;
export const PHOTO_HEIGHT = 1440;
export const PHOTO_QUALITY = 0.95;
export const PHOTO_WIDTHS = [320, 640, 1080] as const;
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
export const PHOTO_MAX_PIXELS = 40_000_000;

/** How long a pin can be undone; the pinned user's devices get the push only after that. */
export const PIN_UNDO_MS = 5000;

export const MESSAGE_MAX = 2000;
/** How often a message can be edited: a report copies the earlier versions of some sixty messages. */
export const MESSAGE_EDITS_MAX = 20;
/** The reactions to a message. */
export const REACTIONS = ['❤️', '😂', '😮', '😢', '🔥', '👍'] as const;
export const MESSAGE_PAGE_MAX = 200;
/** The maximum messages in the answer to a client that requests no page. */
export const MESSAGES_MAX = 1000;
/** The maximum rows of any other list: chats, blocked people, ids in the user's own record. */
export const LIST_MAX = 1000;
/** The sessions that an account may have: some calls are limited for each of them. */
export const SESSIONS_MAX = 50;
/** The people whom an account may have blocked: each of its feeds reads them, and each change that others hear of. */
export const BLOCKS_MAX = 10_000;

export const EARTH_RADIUS_KM = 6371;

export const REALTIME = {
  path: '/ws',
  heartbeatMs: 10_000,
  maxAttempts: 5,
  baseDelayMs: 1000,
  maxDelayMs: 30_000,
  hiddenDelayMs: 1000,
  visibleDelayMs: 200,
  sendRetryMs: 100,
  startDelayMs: 100,
  maxFrameBytes: 64 * 1024,
} as const;

export const TYPING_INTERVAL_MS = 2000;
