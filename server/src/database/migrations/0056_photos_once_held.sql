-- Whether a profile has held a photo: what people have seen of somebody stays for its hour, whatever is uploaded since, so
-- that a report can name it. Set here, so that photos which a node of an older version takes off a profile have it, too.
ALTER TABLE photos ADD COLUMN was_held boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION photo_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.was_held := OLD.was_held OR OLD.position IS NOT NULL;
  END IF;
  IF NEW.position IS NOT NULL THEN
    NEW.unheld_since := NULL;
  ELSE
    NEW.unheld_since := coalesce(NEW.unheld_since, NEW.created_at);
    NEW.created_at := NEW.unheld_since;
  END IF;
  RETURN NEW;
END $$;
