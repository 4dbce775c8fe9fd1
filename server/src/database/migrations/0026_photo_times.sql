-- When the files of a photo may go, and since when no profile holds one: both stood in `created_at`. Nodes of an older
-- version know that column alone, so triggers keep the two together until a later migration drops them, and with them
-- `photo_removals.created_at`.
ALTER TABLE photo_removals ADD COLUMN due_at timestamptz;
UPDATE photo_removals SET due_at = created_at;
ALTER TABLE photo_removals ALTER COLUMN due_at SET NOT NULL;
CREATE INDEX photo_removals_due ON photo_removals (due_at);

CREATE FUNCTION photo_removal_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.due_at := coalesce(NEW.due_at, NEW.created_at);
  NEW.created_at := NEW.due_at;
  RETURN NEW;
END $$;
CREATE TRIGGER photo_removal_times BEFORE INSERT ON photo_removals
  FOR EACH ROW EXECUTE FUNCTION photo_removal_times();

ALTER TABLE photos ADD COLUMN unheld_since timestamptz;
UPDATE photos SET unheld_since = created_at WHERE position IS NULL;
DROP INDEX photos_unheld;
CREATE INDEX photos_unheld ON photos (unheld_since) WHERE position IS NULL;

CREATE FUNCTION photo_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position IS NOT NULL THEN
    NEW.unheld_since := NULL;
  ELSE
    NEW.unheld_since := coalesce(NEW.unheld_since, NEW.created_at);
    NEW.created_at := NEW.unheld_since;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER photo_times BEFORE INSERT OR UPDATE ON photos FOR EACH ROW EXECUTE FUNCTION photo_times();
