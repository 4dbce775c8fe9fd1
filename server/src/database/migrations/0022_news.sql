-- To whom which news went, noted before it goes, so that nobody gets it twice.
CREATE TABLE news_sent (
  -- Of the words of the news.
  news_id text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (news_id, user_id)
);
CREATE INDEX news_sent_user ON news_sent (user_id);
