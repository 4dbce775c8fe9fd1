-- What people say against a decision: once against each.
CREATE TABLE appeals (
  id uuid PRIMARY KEY,
  -- The entry of the log, which is never removed.
  entry_id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  words text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null while it waits.
  decided_at timestamptz,
  granted boolean
);
CREATE INDEX appeals_waiting ON appeals (created_at) WHERE decided_at IS NULL;
CREATE INDEX appeals_user ON appeals (user_id);

ALTER TABLE moderation_log
  DROP CONSTRAINT moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN ('dismiss', 'warn', 'remove-photo', 'remove-name',
    'suspend', 'reinstate', 'delete', 'grant-appeal', 'decline-appeal'));
