-- Passkeys that stand for the code of two-step sign-in; they go with it.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  -- As the authenticator names it, in base64url. No two people have the same.
  credential_id text NOT NULL UNIQUE,
  -- The public key, as COSE has it.
  public_key bytea NOT NULL,
  -- How often the authenticator has signed, where it counts: never goes back.
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- When the last passkey challenge was made that counted, in milliseconds: neither it nor one before it counts again.
ALTER TABLE second_factors ADD COLUMN last_challenge bigint NOT NULL DEFAULT 0;
