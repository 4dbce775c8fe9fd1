-- What somebody tells a friend about a date, on a page that whoever has its link can open.
CREATE TABLE shared_dates (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the link's token, in hex.
  token_hash text NOT NULL UNIQUE,
  who text NOT NULL,
  place text NOT NULL,
  -- When the person expects to be back.
  ends_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX shared_dates_user ON shared_dates (user_id);
CREATE INDEX shared_dates_end ON shared_dates (ends_at);
