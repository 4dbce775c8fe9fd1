import type { Generated } from 'kysely';
import type { Timestamp } from './tables.ts';

export interface SafetyTables {
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
}
