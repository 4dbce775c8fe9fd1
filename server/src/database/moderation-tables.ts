import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './tables.ts';

export interface ModerationTables {
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
