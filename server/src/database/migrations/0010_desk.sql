ALTER TABLE users
  -- When a suspension ends by itself; null: it does not.
  ADD COLUMN suspended_until timestamptz,
  -- Why, as the person is told it.
  ADD COLUMN suspended_why text;
CREATE INDEX users_suspended_until ON users (suspended_until) WHERE suspended_until IS NOT NULL;

-- Whether an operator agreed with it; null until it is judged.
ALTER TABLE reports ADD COLUMN upheld boolean;

ALTER TABLE moderation_log
  -- Of a suspension: how many days; null: for good.
  ADD COLUMN days smallint,
  -- What the person was told.
  ADD COLUMN why text NOT NULL DEFAULT '',
  DROP CONSTRAINT moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN
    ('dismiss', 'warn', 'remove-photo', 'remove-name', 'suspend', 'reinstate', 'delete'));
CREATE INDEX moderation_log_action ON moderation_log (action, created_at DESC);

-- An entry is never changed or removed. Only the ids of accounts that are deleted go from it.
CREATE FUNCTION keep_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.operator_id IS NULL OR NEW.operator_id = OLD.operator_id)
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
    AND (NEW.id, NEW.action, NEW.reasons, NEW.note, NEW.why, NEW.created_at)
      = (OLD.id, OLD.action, OLD.reasons, OLD.note, OLD.why, OLD.created_at)
    AND NEW.days IS NOT DISTINCT FROM OLD.days THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The log of moderation keeps its entries.';
END $$;
CREATE TRIGGER moderation_log_kept BEFORE UPDATE OR DELETE ON moderation_log
  FOR EACH ROW EXECUTE FUNCTION keep_moderation_log();

-- Which operator is looking at a person's case, and until when.
CREATE TABLE moderation_holds (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  operator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  held_until timestamptz NOT NULL
);
CREATE INDEX moderation_holds_operator ON moderation_holds (operator_id);
