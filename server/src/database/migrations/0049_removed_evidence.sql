-- What an operator removed from somebody, encrypted, for whoever decides an appeal against it.
CREATE TABLE removed_evidence (
  entry_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX removed_evidence_user ON removed_evidence (user_id);
CREATE INDEX removed_evidence_created ON removed_evidence (created_at);
