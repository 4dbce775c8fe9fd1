-- The message of the same chat that this one answers.
ALTER TABLE messages ADD COLUMN reply_to uuid;

-- What each of the two has set under a message. A reaction that was taken back keeps its row, with null, so that of two
-- changes the later one is known.
CREATE TABLE message_reactions (
  message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
  user_id uuid NOT NULL,
  reaction text,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, user_id)
);
