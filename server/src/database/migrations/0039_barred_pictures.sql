-- What photos looked like that operators removed of somebody, where others may show them: only who is barred, by the
-- mailbox, does not upload them again. Those that nobody may show are in `removed_pictures`.
CREATE TABLE barred_pictures (
  mailbox text NOT NULL,
  likeness bit(128) NOT NULL,
  -- The entry of the log by which it was removed, as long as it can be appealed.
  entry_id uuid,
  forget_at timestamptz NOT NULL,
  PRIMARY KEY (mailbox, likeness)
);
CREATE INDEX barred_pictures_entry ON barred_pictures (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX barred_pictures_forget ON barred_pictures (forget_at);
