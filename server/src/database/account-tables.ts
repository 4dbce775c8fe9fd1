import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './tables.ts';

export interface AccountTables {
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
  codes: {
    id: string;
    user_id: string;
    purpose: 'verify' | 'reset';
    code_hash: string;
    client_hash: string;
    tries: Generated<number>;
    foreign_tries: Generated<number>;
    unnamed_tries: Generated<number>;
    created_at: Timestamp;
    expires_at: Timestamp;
    used_at: NullableTimestamp;
  };
}
