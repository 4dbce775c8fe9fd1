-- What somebody signs in with beside the password.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The secret of the authenticator app, encrypted.
  sealed text NOT NULL,
  -- The time step of the last code that was taken: none counts twice.
  last_step bigint NOT NULL DEFAULT 0,
  -- Keyed hashes of the recovery codes that are left.
  recovery_hashes text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  -- Null while it is being set up.
  confirmed_at timestamptz
);
CREATE INDEX second_factors_begun ON second_factors (created_at) WHERE confirmed_at IS NULL;

-- Second factors that were lost and taken away on the machine of the server.
CREATE TABLE second_factor_resets (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reset_at timestamptz NOT NULL,
  -- When the person was told; null: not yet.
  told_at timestamptz
);
CREATE INDEX second_factor_resets_user ON second_factor_resets (user_id);
CREATE INDEX second_factor_resets_untold ON second_factor_resets (reset_at) WHERE told_at IS NULL;
