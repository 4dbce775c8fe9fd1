-- Names and bios that operators removed of somebody, as keyed hashes of what they say: who is barred, by the mailbox,
-- does not set them again.
CREATE TABLE barred_texts (
  mailbox text NOT NULL,
  hash text NOT NULL,
  -- The entry of the log by which it was removed, as long as it can be appealed.
  entry_id uuid,
  forget_at timestamptz NOT NULL,
  PRIMARY KEY (mailbox, hash)
);
CREATE INDEX barred_texts_entry ON barred_texts (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX barred_texts_forget ON barred_texts (forget_at);
