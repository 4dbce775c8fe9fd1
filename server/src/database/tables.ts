import type { NotificationSettings } from '@herenow/contract/entities';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { ModerationTables } from './moderation-tables.ts';
import type { PhotoTables } from './photo-tables.ts';
import type { PlaceTables } from './place-tables.ts';
import type { SafetyTables } from './safety-tables.ts';

/** Read and written as Date. */
export type Timestamp = ColumnType<Date, Date, Date>;
export type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** jsonb: read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

/** The keys that encrypt a push to a browser, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Runs statements: the pool, or an open transaction. */
export type Db = Kysely<Database>;

export interface Database extends AccountTables, ModerationTables, PhotoTables, PlaceTables, SafetyTables {
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
    keys: Json<PushKeys>;
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
}

/** The tables above, which the query builder knows, and all others that have anything to do with people. */
export type TableName =
  | keyof Database
  | 'alert_areas'
  | 'alerts'
  | 'appeals'
  | 'barred_pictures'
  | 'barred_texts'
  | 'kept_blocks'
  | 'kept_hidings'
  | 'message_reactions'
  | 'message_versions'
  | 'moderation_log'
  | 'movements'
  | 'news_sent'
  | 'nodes'
  | 'operators'
  | 'passkeys'
  | 'pgboss.job'
  | 'published_events'
  | 'pulse_moments'
  | 'pulse_samples'
  | 'rate_limits'
  | 'removed_evidence'
  | 'report_messages'
  | 'second_factor_resets'
  | 'second_factors'
  | 'secrets'
  | 'waiting_cases';
