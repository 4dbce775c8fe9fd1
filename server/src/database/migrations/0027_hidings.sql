-- That two reports hid somebody stands in the log, without an operator.
ALTER TABLE moderation_log DROP CONSTRAINT moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN
    ('dismiss', 'warn', 'remove-photo', 'remove-name', 'suspend', 'reinstate', 'delete', 'grant-appeal',
     'decline-appeal', 'verify', 'decline', 'hide'));

-- What the statistics count, of all reports and appeals ever.
CREATE INDEX reports_created ON reports (created_at);
CREATE INDEX reports_handled ON reports (handled_at) WHERE handled_at IS NOT NULL;
CREATE INDEX reports_hid ON reports (hid_at) WHERE hid_at IS NOT NULL;
CREATE INDEX appeals_created ON appeals (created_at);

-- What sweeps look for again and again, and mostly do not find.
CREATE INDEX reports_network ON reports (updated_at) WHERE network IS NOT NULL;
CREATE INDEX reports_words ON reports (updated_at) WHERE words <> '' OR sealed IS NOT NULL;
