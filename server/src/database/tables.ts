import type { NotificationSettings } from '@herenow/contract/entities';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type {
  CodesTable,
  PasskeysTable,
  SecondFactorResetsTable,
  SecondFactorsTable,
  SessionsTable,
} from './account-tables.ts';
import type {
  AppealsTable,
  KeptHidingsTable,
  ModerationHoldsTable,
  ModerationLogTable,
  OperatorsTable,
  ReportsTable,
} from './moderation-tables.ts';

import type {
  AlertAreasTable,
  AlertsTable,
  HandoutsTable,
  MovementsTable,
  OccupiedCellsTable,
  PresencesTable,
  ViewpointsTable,
} from './place-tables.ts';
import type {
  BarredPicturesTable,
  BarredTextsTable,
  FaceChecksTable,
  PhotoRemovalsTable,
  RemovedEvidenceTable,
  PhotosTable,
  RemovedPicturesTable,
} from './photo-tables.ts';
import type { BlocksTable, FormerChatsTable, KeptBlocksTable, SharedDatesTable } from './safety-tables.ts';

/** Read and written as Date. */
export type Timestamp = ColumnType<Date, Date, Date>;
export type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** jsonb: read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

export interface UsersTable {
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
}

export interface ChatsTable {
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
}

export interface MessagesTable {
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
}

export interface MessageReactionsTable {
  message_id: string;
  user_id: string;
  /** Null: removed. */
  reaction: string | null;
  changed_at: Timestamp;
}

export interface PinMemoriesTable {
  pinner: string;
  target: string;
  rejections: Generated<number>;
  closed_until: NullableTimestamp;
  unanswered: Generated<number>;
  pinned_at: Timestamp;
  forget_at: NullableTimestamp;
}

export interface SuspendedMailboxesTable {
  mailbox: string;
  suspended_at: Timestamp;
  forget_at: NullableTimestamp;
}

export interface SealedCasesTable {
  id: string;
  mailbox: string;
  sealed: string;
  /** The mailboxes of those who made the reports, as keyed hashes, until it is judged. */
  reporters: Generated<string[]>;
  waiting_since: Timestamp;
  handled_at: NullableTimestamp;
  forget_at: Timestamp;
}

/** The keys that encrypt a push to a browser, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

export interface PushSubscriptionsTable {
  id: string;
  endpoint: string;
  user_id: string;
  session_id: string;
  keys: Json<PushKeys>;
  created_at: Timestamp;
}

export interface DataExportsTable {
  user_id: string;
  requested_at: Timestamp;
  /** Null while the copy is being made. */
  expires_at: NullableTimestamp;
  file: Buffer | null;
}

export interface OutboxTable {
  id: Generated<number>;
  user_ids: string[];
  queue: string;
  /** JSON. */
  body: string;
  /** Whether the event wakes devices. */
  wakes: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface SecretsTable {
  name: string;
  value: string;
}

export interface WebAssetsTable {
  name: string;
  body: Buffer;
  brotli: Buffer | null;
  kept_until: Timestamp;
}

export interface ProtectionsTable {
  id: Generated<string>;
  kind: 'erased' | 'blocked' | 'followed' | 'unblocked' | 'suspended' | 'reinstated';
  user_id: string;
  other_id: string | null;
  happened_at: Generated<Date>;
  /** When a suspension ends by itself. */
  until: NullableTimestamp;
}

export interface NewsSentTable {
  news_id: string;
  user_id: string;
  sent_at: Timestamp;
}

/** What runs statements: the pool, or the transaction that one is in. */
export type Db = Kysely<Database>;

export interface Database {
  users: UsersTable;
  presences: PresencesTable;
  occupied_cells: OccupiedCellsTable;
  viewpoints: ViewpointsTable;
  movements: MovementsTable;
  handouts: HandoutsTable;
  sessions: SessionsTable;
  codes: CodesTable;
  second_factors: SecondFactorsTable;
  second_factor_resets: SecondFactorResetsTable;
  passkeys: PasskeysTable;
  photos: PhotosTable;
  photo_removals: PhotoRemovalsTable;
  face_checks: FaceChecksTable;
  removed_pictures: RemovedPicturesTable;
  barred_pictures: BarredPicturesTable;
  barred_texts: BarredTextsTable;
  removed_evidence: RemovedEvidenceTable;
  chats: ChatsTable;
  messages: MessagesTable;
  message_reactions: MessageReactionsTable;
  blocks: BlocksTable;
  pin_memories: PinMemoriesTable;
  kept_blocks: KeptBlocksTable;
  kept_hidings: KeptHidingsTable;
  suspended_mailboxes: SuspendedMailboxesTable;
  sealed_cases: SealedCasesTable;
  reports: ReportsTable;
  operators: OperatorsTable;
  moderation_log: ModerationLogTable;
  push_subscriptions: PushSubscriptionsTable;
  data_exports: DataExportsTable;
  moderation_holds: ModerationHoldsTable;
  appeals: AppealsTable;
  news_sent: NewsSentTable;
  shared_dates: SharedDatesTable;
  alerts: AlertsTable;
  alert_areas: AlertAreasTable;
  former_chats: FormerChatsTable;
  outbox: OutboxTable;
  secrets: SecretsTable;
  web_assets: WebAssetsTable;
  protections: ProtectionsTable;
}
