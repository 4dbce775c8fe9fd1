-- Until when the accounts of a mailbox were hidden that are gone, so that who deletes theirs comes back hidden.
CREATE TABLE kept_hidings (
  mailbox text PRIMARY KEY,
  hidden_until timestamptz NOT NULL
);
CREATE INDEX kept_hidings_until ON kept_hidings (hidden_until);
