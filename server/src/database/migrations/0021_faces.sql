-- The first photo, if an operator found that selfies show the same person. It holds as long as it is the first.
ALTER TABLE users ADD COLUMN verified_photo uuid;

-- The card shows the mark, too.
DROP TRIGGER user_card ON users;
CREATE TRIGGER user_card AFTER UPDATE OF username, bio, suspended_at, verified_photo ON users
  FOR EACH ROW EXECUTE FUNCTION renew_card_of_user();

-- Triggers, so that no way of changing photos can forget it.
CREATE FUNCTION end_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users u SET verified_photo = NULL
  WHERE u.verified_photo IS NOT NULL AND u.id IN (SELECT user_id FROM changed) AND u.verified_photo IS DISTINCT FROM
    (SELECT id FROM photos WHERE user_id = u.id AND position IS NOT NULL ORDER BY position LIMIT 1);
  RETURN NULL;
END $$;
CREATE TRIGGER photos_removed AFTER DELETE ON photos REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION end_verification();
CREATE TRIGGER photos_changed AFTER UPDATE ON photos REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION end_verification();

-- Selfies of somebody who shows that the photos of the profile are theirs, until an operator has looked.
CREATE TABLE face_checks (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- In the order in which they were drawn, the last one at `drawn_at`.
  poses text[] NOT NULL,
  drawn_at timestamptz NOT NULL,
  -- Encrypted; none once it is decided.
  selfies text[] NOT NULL DEFAULT '{}',
  -- When the second one arrived.
  sent_at timestamptz,
  decided_at timestamptz,
  -- Why it was declined; null with `decided_at`: nobody looked in time.
  why text,
  held_by uuid REFERENCES users ON DELETE SET NULL,
  held_until timestamptz
);
CREATE INDEX face_checks_waiting ON face_checks (sent_at) WHERE sent_at IS NOT NULL AND decided_at IS NULL;
CREATE INDEX face_checks_held_by ON face_checks (held_by) WHERE held_by IS NOT NULL;

-- What photos looked like that operators removed, so that none comes back.
CREATE TABLE removed_pictures (
  likeness bit(128) PRIMARY KEY,
  forget_at timestamptz NOT NULL
);

ALTER TABLE moderation_log DROP CONSTRAINT moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN
    ('dismiss', 'warn', 'remove-photo', 'remove-name', 'suspend', 'reinstate', 'delete', 'grant-appeal',
     'decline-appeal', 'verify', 'decline'));
