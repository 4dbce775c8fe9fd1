-- Whether somebody's photos were found to show them, beside their presence: of thousands who are visible few may be, and
-- a feed of them alone goes from one to the next by distance.
ALTER TABLE presences ADD COLUMN verified boolean NOT NULL DEFAULT false;

-- Triggers, so that no way in which the mark comes or goes can forget it. A presence that begins has locked its person:
-- it is either seen by the second trigger, or the first one sees what is changed here.
CREATE FUNCTION verified_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT verified_photo IS NOT NULL INTO NEW.verified FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;
CREATE TRIGGER presence_verified BEFORE INSERT ON presences
  FOR EACH ROW EXECUTE FUNCTION verified_of_user();

CREATE FUNCTION verify_presence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE presences SET verified = NEW.verified_photo IS NOT NULL WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER user_verified AFTER UPDATE OF verified_photo ON users
  FOR EACH ROW WHEN ((OLD.verified_photo IS NULL) <> (NEW.verified_photo IS NULL)) EXECUTE FUNCTION verify_presence();

UPDATE presences SET verified = true FROM users WHERE id = user_id AND verified_photo IS NOT NULL;
CREATE INDEX presences_verified ON presences USING gist (pos) WHERE status = 'online' AND verified;
