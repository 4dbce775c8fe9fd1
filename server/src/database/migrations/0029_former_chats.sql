-- With whom somebody had a pin or a chat that is gone, so that they can report them for a while: one row for each who may.
CREATE TABLE former_chats (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  other_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What the other was called then.
  name text NOT NULL,
  ended_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, other_id)
);
CREATE INDEX former_chats_latest ON former_chats (user_id, ended_at DESC);
CREATE INDEX former_chats_other ON former_chats (other_id);
CREATE INDEX former_chats_ended ON former_chats (ended_at);
