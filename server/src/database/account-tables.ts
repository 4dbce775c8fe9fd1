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
  second_factors: {
    user_id: string;
    /** The secret of the authenticator app, encrypted. */
    sealed: string;
    /** The time step of the last accepted code. */
    last_step: Generated<number>;
    recovery_hashes: Generated<string[]>;
    /** When the last passkey challenge that counted was made, in milliseconds. */
    last_challenge: Generated<number>;
    created_at: Timestamp;
    /** Null while it is being set up. */
    confirmed_at: NullableTimestamp;
  };
  second_factor_resets: {
    id: string;
    user_id: string;
    reset_at: Timestamp;
    told_at: NullableTimestamp;
  };
  passkeys: {
    id: string;
    user_id: string;
    /** The authenticator’s id for it, in base64url. */
    credential_id: string;
    /** COSE. */
    public_key: Buffer;
    sign_count: number;
    transports: string[];
    name: string;
    created_at: Timestamp;
    last_used_at: NullableTimestamp;
  };
}
