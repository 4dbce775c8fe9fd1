-- Keyed hash of the mailbox that the email reaches, the same for all its spellings. Null until a server has filled it.
ALTER TABLE users ADD COLUMN mailbox text;
CREATE INDEX users_mailbox ON users (mailbox);

-- What a pair remembers of pins, by mailbox, so that it outlasts presences, names and accounts.
CREATE TABLE pin_memories (
  pinner text NOT NULL,
  target text NOT NULL,
  rejections smallint NOT NULL DEFAULT 0,
  -- Null with rejections: for good, or after the first one until the presence ends in which it was given.
  closed_until timestamptz,
  -- Pins in a row that were not answered, and when the last one was made.
  unanswered smallint NOT NULL DEFAULT 0,
  pinned_at timestamptz NOT NULL,
  -- Some time after an account of either mailbox was deleted.
  forget_at timestamptz,
  PRIMARY KEY (pinner, target)
);
CREATE INDEX pin_memories_target ON pin_memories (target);
CREATE INDEX pin_memories_forget ON pin_memories (forget_at) WHERE forget_at IS NOT NULL;

-- Blocks between people of whom at least one has deleted the account, by mailbox.
CREATE TABLE kept_blocks (
  blocker text NOT NULL,
  blocked text NOT NULL,
  created_at timestamptz NOT NULL,
  forget_at timestamptz NOT NULL,
  PRIMARY KEY (blocker, blocked)
);
CREATE INDEX kept_blocks_blocked ON kept_blocks (blocked);
CREATE INDEX kept_blocks_forget ON kept_blocks (forget_at);

-- False: it follows from the block of another account of the same mailbox, which its maker may not learn of.
ALTER TABLE blocks ADD COLUMN listed boolean NOT NULL DEFAULT true;

-- Mailboxes that may open no account.
CREATE TABLE suspended_mailboxes (
  mailbox text PRIMARY KEY,
  suspended_at timestamptz NOT NULL,
  -- Some time after the account was deleted.
  forget_at timestamptz
);
CREATE INDEX suspended_mailboxes_forget ON suspended_mailboxes (forget_at) WHERE forget_at IS NOT NULL;

-- Reports that waited when the reported person deleted the account, encrypted with what an operator needs to judge them.
CREATE TABLE sealed_cases (
  id uuid PRIMARY KEY,
  mailbox text NOT NULL,
  sealed text NOT NULL,
  -- Since when the oldest of the reports waits.
  waiting_since timestamptz NOT NULL,
  handled_at timestamptz,
  forget_at timestamptz NOT NULL
);
CREATE INDEX sealed_cases_waiting ON sealed_cases (waiting_since) WHERE handled_at IS NULL;
CREATE INDEX sealed_cases_forget ON sealed_cases (forget_at);
