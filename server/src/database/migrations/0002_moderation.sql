-- Who may see reports and act on them.
CREATE TABLE operators (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);

-- Null while the report waits for an operator.
ALTER TABLE reports ADD COLUMN handled_at timestamptz;
CREATE INDEX reports_waiting ON reports (created_at) WHERE handled_at IS NULL;

-- What operators have done. It outlives the accounts it names, without naming them any longer.
CREATE TABLE moderation_log (
  id uuid PRIMARY KEY,
  operator_id uuid REFERENCES users ON DELETE SET NULL,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  action text NOT NULL
    CHECK (action IN ('dismiss', 'warn', 'remove-photo', 'suspend', 'reinstate', 'delete')),
  -- Of the reports that it closed.
  reasons text[] NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX moderation_log_user ON moderation_log (user_id, created_at DESC);
CREATE INDEX moderation_log_operator ON moderation_log (operator_id);
CREATE INDEX moderation_log_latest ON moderation_log (created_at DESC, id DESC);
