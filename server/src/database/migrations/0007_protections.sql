-- What must hold even after an older state of the database is restored, until a node has written it outside.
-- Triggers note it, so that no way of doing it can forget to.
CREATE TABLE protections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('erased', 'blocked', 'followed', 'unblocked', 'suspended', 'reinstated')),
  user_id uuid NOT NULL,
  -- Who was blocked or unblocked. A block that followed from that of another account is unlisted.
  other_id uuid,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE FUNCTION note_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protections (kind, user_id) VALUES ('erased', OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER erasure AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION note_erasure();

CREATE FUNCTION note_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO protections (kind, user_id)
  VALUES (CASE WHEN NEW.suspended_at IS NULL THEN 'reinstated' ELSE 'suspended' END, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER suspension AFTER UPDATE OF suspended_at ON users FOR EACH ROW
  WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)) EXECUTE FUNCTION note_suspension();

CREATE FUNCTION note_block() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO protections (kind, user_id, other_id) VALUES ('unblocked', OLD.blocker_id, OLD.blocked_id);
  ELSE
    INSERT INTO protections (kind, user_id, other_id)
    VALUES (CASE WHEN NEW.listed THEN 'blocked' ELSE 'followed' END, NEW.blocker_id, NEW.blocked_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER block AFTER INSERT OR UPDATE OF listed OR DELETE ON blocks FOR EACH ROW EXECUTE FUNCTION note_block();
