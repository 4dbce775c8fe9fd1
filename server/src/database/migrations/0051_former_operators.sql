-- The acts of a former operator stay together under a random id, which nothing links to the deleted account.
ALTER TABLE moderation_log ADD COLUMN former_operator uuid;
CREATE INDEX moderation_log_done_by ON moderation_log
  (coalesce(operator_id, former_operator), created_at DESC, id DESC);

CREATE OR REPLACE FUNCTION keep_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.operator_id IS NULL OR NEW.operator_id = OLD.operator_id)
    AND (NEW.former_operator IS NOT DISTINCT FROM OLD.former_operator
      OR OLD.former_operator IS NULL AND OLD.operator_id IS NOT NULL AND NEW.operator_id IS NULL)
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
    AND (NEW.id, NEW.action, NEW.reasons, NEW.note, NEW.why, NEW.created_at)
      = (OLD.id, OLD.action, OLD.reasons, OLD.note, OLD.why, OLD.created_at)
    AND NEW.days IS NOT DISTINCT FROM OLD.days AND NEW.texts IS NOT DISTINCT FROM OLD.texts THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The log of moderation keeps its entries.';
END $$;

CREATE FUNCTION name_former_operator() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE former uuid := gen_random_uuid();
BEGIN
  UPDATE moderation_log SET operator_id = NULL, former_operator = former WHERE operator_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER users_former_operator BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION name_former_operator();
