-- When the noted suspension ends by itself, so that a restore knows; null: it does not.
ALTER TABLE protections ADD COLUMN until timestamptz;

CREATE OR REPLACE FUNCTION note_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protections (kind, user_id, until)
  VALUES (CASE WHEN NEW.suspended_at IS NULL THEN 'reinstated' ELSE 'suspended' END, NEW.id,
    CASE WHEN NEW.suspended_at IS NOT NULL THEN NEW.suspended_until END);
  RETURN NULL;
END $$;
-- Also when a suspension gets another end, or loses it.
CREATE OR REPLACE TRIGGER suspension AFTER UPDATE OF suspended_at, suspended_until ON users FOR EACH ROW
  WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)
    OR (NEW.suspended_at IS NOT NULL AND OLD.suspended_until IS DISTINCT FROM NEW.suspended_until))
  EXECUTE FUNCTION note_suspension();
