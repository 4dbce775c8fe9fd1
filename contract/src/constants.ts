export * from './choices.ts';

export const APP_VERSION = '1.0.46';
export const APP_SOURCE = 'web';
export const SITE_LABEL = 'herenow.example';
/** Where the source of what runs here is found; a changed version names its own, as the licence asks. */
export const SOURCE_URL = 'https://herenow.example/source';
export const CONTACT_EMAIL = 'hello@herenow.example';

export const MAX_DATE_IDEAS = 10;

export const REPORT_WORDS_MAX = 500;
/** For how long people can be reported with whom one has no pin or chat any more. */
export const FORMER_CHAT_DAYS = 30;

/** To how many people something can be done at once. */
export const BULK_MAX = 50;
/** Longest appeal, and for how many days a decision can be appealed. */
export const APPEAL_WORDS_MAX = 1000;
/** Of where a shared date is. */
export const DATE_PLACE_MAX = 120;
export const SHARED_DATES_MAX = 3;
export const SHARED_DATE_HOURS = 12;
export const APPEAL_DAYS = 180;

/** From the drawing of a pose to the arrival of its picture. */
export const POSE_MS = 60_000;
/** Characters of a selfie in base64. */
export const FACE_PICTURE_MAX = 450_000;
/** How long a suspension can last that ends by itself. */
export const SUSPENSION_DAYS = [3, 7, 30] as const;
/** What somebody is called whose name was removed. */
export const REMOVED_NAME = 'Somebody';
/** For how long two reports of *Underage user* hide a person at most. */
export const HIDING_HOURS = 24;
/** Within how many hours a report is to be looked at. */
export const REPORT_HOURS = 24;
/** Longest sentence of why that a person is told. */
export const MODERATION_WHY_MAX = 300;
export const MODERATION_NOTE_MAX = 1000;
/** People of the queue, or entries of the log, in one answer. */
export const MODERATION_PAGE = 50;
export const MODERATION_PAGE_MAX = 200;

export const DISTANCE_STEPS_KM = [1, 2, 3, 5, 10, 15, 20, 30, 40, 50] as const;
export const MAX_DISTANCE_KM = 50;

export const MIN_AGE = 18;
export const MAX_AGE = 80;
/** How many recovery codes somebody with two-step sign-in has at first. */
export const RECOVERY_CODES = 10;
/** How many passkeys somebody may have, and how many characters the name of one. */
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
/** Of the ids in the lists of a request, those beyond are ignored: the server leaves people out by itself. */
export const MAX_HIDDEN_IDS = 1000;
/** People that one question for the changes of a feed may name. */
export const FEED_SHOWN_MAX = 2000;

export const HOUR_MS = 3_600_000;
/** For how long somebody is told that people near become visible, and within which distances. */
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

/** How long a pin can be taken back; the devices of the pinned user are woken only then. */
export const PIN_UNDO_MS = 5000;

export const MESSAGE_MAX = 2000;
/** What can be set under a message. */
export const REACTIONS = ['❤️', '😂', '😮', '😢', '🔥', '👍'] as const;
export const MESSAGE_PAGE_MAX = 200;
/** Messages in the answer to a client that asks for no page. */
export const MESSAGES_MAX = 1000;
/** Rows of any other list: chats, blocked people, sessions, ids in a user's own record. */
export const LIST_MAX = 1000;

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
