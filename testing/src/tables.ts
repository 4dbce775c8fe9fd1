import type { NotificationSettings } from '@herenow/contract/entities';
import type { ColumnType, Generated, Kysely } from 'kysely';

/** Read and written as Date. */
type Timestamp = ColumnType<Date, Date, Date>;
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** jsonb: read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

/** The server’s database with the tables that tests query by the builder. */
export type TestDb = Kysely<Tables>;

interface Tables {
  users: {
    id: string;
    email: string;
    /** Keyed hash of the mailbox; null until a server has filled it in. */
    mailbox: ColumnType<string | null, string | null | undefined, string | null>;
    password_hash: string;
    username: string;
    gender: string | null;
    /** `YYYY-MM-DD` */
    date_of_birth: string | null;
    bio: Generated<string>;
    my_tags: Generated<string[]>;
    max_distance_km: number | null;
    /** H3 cell, resolution 8. */
    cell: string | null;
    registration_step: Generated<number>;
    email_validated: Generated<boolean>;
    notification_settings: Json<NotificationSettings>;
    suspended_at: NullableTimestamp;
    /** When a suspension ends by itself. */
    suspended_until: NullableTimestamp;
    suspended_why: Generated<string | null>;
    /** Until when reports hide the user from new people. */
    hidden_until: NullableTimestamp;
    /** The first photo, if an operator confirmed that it shows the user. */
    verified_photo: Generated<string | null>;
    created_at: Timestamp;
    updated_at: Timestamp;
    last_active_at: Timestamp;
  };
  chats: {
    id: string;
    low_id: string;
    high_id: string;
    initiated_by: string;
    pin_status: Generated<'pending' | 'accepted' | 'rejected'>;
    created_at: Timestamp;
    answered_at: NullableTimestamp;
    paused_at: NullableTimestamp;
    last_sent_at: NullableTimestamp;
    /** The distance when both were last visible to each other. */
    distance_km: number | null;
  };
  messages: {
    id: string;
    chat_id: string;
    sender_id: string;
    content: string;
    sent_at: Timestamp;
    edited_at: NullableTimestamp;
    deleted: Generated<boolean>;
    seen: Generated<boolean>;
    /** The message of the same chat to which this one replies. */
    reply_to: Generated<string | null>;
  };
  pin_memories: {
    pinner: string;
    target: string;
    rejections: Generated<number>;
    closed_until: NullableTimestamp;
    unanswered: Generated<number>;
    pinned_at: Timestamp;
    forget_at: NullableTimestamp;
  };
  suspended_mailboxes: {
    mailbox: string;
    suspended_at: Timestamp;
    forget_at: NullableTimestamp;
  };
  sealed_cases: {
    id: string;
    mailbox: string;
    sealed: string;
    /** The reporters’ mailboxes, as keyed hashes, until it is judged. */
    reporters: Generated<string[]>;
    waiting_since: Timestamp;
    handled_at: NullableTimestamp;
    forget_at: Timestamp;
  };
  push_subscriptions: {
    id: string;
    endpoint: string;
    user_id: string;
    session_id: string;
    keys: Json<{ p256dh: string; auth: string }>;
    created_at: Timestamp;
  };
  data_exports: {
    user_id: string;
    requested_at: Timestamp;
    /** Null while the copy is being made. */
    expires_at: NullableTimestamp;
    file: Buffer | null;
  };
  outbox: {
    id: Generated<number>;
    user_ids: string[];
    queue: string;
    /** JSON. */
    body: string;
    /** Whether the event wakes devices. */
    wakes: Generated<boolean>;
    created_at: Generated<Date>;
  };
  web_assets: {
    name: string;
    body: Buffer;
    brotli: Buffer | null;
    kept_until: Timestamp;
  };
  protections: {
    id: Generated<string>;
    kind: 'erased' | 'blocked' | 'followed' | 'unblocked' | 'suspended' | 'reinstated';
    user_id: string;
    other_id: string | null;
    happened_at: Generated<Date>;
    /** When a suspension ends by itself. */
    until: NullableTimestamp;
  };
  sessions: {
    id: string;
    user_id: string;
    token_id: string;
    previous_token_id: string | null;
    rotated_at: Timestamp;
    app_source: Generated<string>;
    device: Generated<string>;
    created_at: Timestamp;
    last_used_at: Timestamp;
    ended_at: NullableTimestamp;
  };
  presences: {
    user_id: string;
    status: 'online' | 'incognito';
    online_until: NullableTimestamp;
    started_at: Timestamp;
    /** Since when other users see them without interruption. */
    visible_since: NullableTimestamp;
    /** Cube text `(x, y, z)` on the unit sphere. */
    pos: string;
    /** H3 cell, resolution 8; defaults to that of the user’s record. */
    cell: Generated<string>;
    /** The session of the device whose place is shown. */
    session_id: string | null;
    /** The cell to which that device has moved, shown from `moves_at` on. */
    next_cell: string | null;
    moves_at: NullableTimestamp;
    date_of_birth: string;
    gender: string;
    tags: string[];
    /** Identifies the current version of the user’s card, which feeds show besides this row; maintained by triggers. */
    card: Generated<number>;
    /** Maintained by triggers. */
    verified: Generated<boolean>;
  };
  /** A cell in which a user is visible, or was until the last sweep; written by a trigger on `presences`. */
  occupied_cells: {
    cell: string;
    pos: string;
  };
  /** The place from which a signed-in device looks. */
  viewpoints: {
    session_id: string;
    cell: string;
    next_cell: string | null;
    next_since: NullableTimestamp;
  };
  /** The people whom an account was shown in its current day. */
  handouts: {
    viewer_id: string;
    id: Generated<number>;
    day_since: Timestamp;
    home: string;
    handed_at: Timestamp;
    near: number[];
    far: number[];
  };
  photos: {
    id: string;
    user_id: string;
    key: string;
    thumbhash: string;
    position: number | null;
    /** Null while the profile holds it. */
    unheld_since: NullableTimestamp;
    /** Whether a profile held it before. */
    was_held: Generated<boolean>;
    created_at: Timestamp;
  };
  /** Selfies that prove that the photos show the user, and the decision. */
  face_checks: {
    user_id: string;
    /** In the order of their drawing, the last one at `drawn_at`. */
    poses: string[];
    drawn_at: Timestamp;
    /** Encrypted; empty after the decision. */
    selfies: Generated<string[]>;
    sent_at: NullableTimestamp;
    decided_at: NullableTimestamp;
    /** Null with `decided_at` set: no operator looked in time. */
    why: string | null;
    held_by: string | null;
    /** Since when, without the time in which the operator had left it. */
    held_since: Generated<Date>;
    held_until: NullableTimestamp;
  };
  /** The appearance of removed photos that nobody may show. */
  removed_pictures: {
    /** 128 bits as text. */
    likeness: string;
    /** The decision that removed it, for as long as an appeal can reverse it. */
    entry_id: string | null;
    forget_at: Timestamp;
  };
  photo_removals: {
    key: string;
    due_at: Timestamp;
  };
  former_chats: {
    user_id: string;
    other_id: string;
    name: string;
    ended_at: Timestamp;
  };
  shared_dates: {
    id: string;
    user_id: string;
    token_hash: string;
    who: string;
    place: string;
    ends_at: Timestamp;
    created_at: Timestamp;
  };
  blocks: {
    blocker_id: string;
    blocked_id: string;
    created_at: Timestamp;
    /** False: it follows from a block of another account of the same mailbox. */
    listed: Generated<boolean>;
    /** How the blocked user was shown to the blocker; null: not seen, or an older row. */
    name: string | null;
    age: number | null;
    photo_id: string | null;
  };
  reports: {
    id: string;
    reporter_id: string | null;
    reported_id: string | null;
    reason: string;
    created_at: Timestamp;
    updated_at: Timestamp;
    /** Null while it waits for an operator. */
    handled_at: NullableTimestamp;
    /** The reporter's own words. */
    words: Generated<string>;
    photo_id: Generated<string | null>;
    /** Encrypted words and messages of a waiting report whose reporter has deleted the account. */
    sealed: Generated<string | null>;
    /** Whether an operator agreed with it; null until it is judged. */
    upheld: Generated<boolean | null>;
    /** Keyed hash of the network that the report came from, if it may hide a user; null once it is judged. */
    network: Generated<string | null>;
    /** Keyed hash of the mailbox of a reporter whose account is gone, while it counts; null: the account exists. */
    reporter_mailbox: Generated<string | null>;
    /** How many messages of the chat the reporter had changed after an answer to them; null: it is from no chat. */
    changed_after_answer: Generated<number | null>;
    /** When the user was hidden because of it. */
    hid_at: NullableTimestamp;
    /** Its place in the queue: by its reason, or behind all those. */
    place: Generated<'met' | 'shown' | 'behind'>;
  };
  moderation_holds: {
    user_id: string;
    operator_id: string;
    /** Since when, without the time in which the operator had left it. */
    held_since: Timestamp;
    held_until: Timestamp;
  };
}
