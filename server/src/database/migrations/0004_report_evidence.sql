-- What an edit or a deletion of a message replaced: sealed with the chat, read only for a case, gone with the chat.
CREATE TABLE message_versions (
  message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
  content text NOT NULL,
  replaced_at timestamptz NOT NULL
);
CREATE INDEX message_versions_message ON message_versions (message_id);

ALTER TABLE reports
  -- The reporter's own words.
  ADD COLUMN words text NOT NULL DEFAULT '',
  -- The photo that the report is about.
  ADD COLUMN photo_id uuid;

-- Messages around what was reported, copied for the case alone.
CREATE TABLE report_messages (
  report_id uuid NOT NULL REFERENCES reports ON DELETE CASCADE,
  message_id uuid NOT NULL,
  by_reported boolean NOT NULL,
  -- Whether the report is about this message.
  reported boolean NOT NULL,
  content text NOT NULL,
  -- What it said before it was edited or deleted, oldest first; of the reported person's messages alone.
  earlier text[] NOT NULL,
  sent_at timestamptz NOT NULL,
  edited_at timestamptz,
  deleted boolean NOT NULL,
  PRIMARY KEY (report_id, message_id)
);
