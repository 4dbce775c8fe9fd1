-- The copy of a person's data that they asked for last, until a day after it was made.
CREATE TABLE data_exports (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  requested_at timestamptz NOT NULL,
  -- Null while it is being made.
  expires_at timestamptz,
  file bytea
);
CREATE INDEX data_exports_expiry ON data_exports (expires_at);
