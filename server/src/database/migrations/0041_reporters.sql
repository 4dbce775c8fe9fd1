-- Of which mailbox the reporter was whose account is gone, as long as their reports count for what they report next.
ALTER TABLE reports ADD COLUMN reporter_mailbox text;
CREATE INDEX reports_reporter_mailbox ON reports (reporter_mailbox) WHERE reporter_mailbox IS NOT NULL;
