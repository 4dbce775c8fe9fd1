-- What a feed shows of a person beside their presence (name, words, photos) is their card. Nodes keep cards in memory
-- by this number, which stands for one state of one card: it comes with the page, so nothing stale is ever shown.
CREATE SEQUENCE card_versions;
ALTER TABLE presences ADD COLUMN card bigint NOT NULL DEFAULT nextval('card_versions');

CREATE FUNCTION renew_card(owner uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A presence that begins at this moment locks its person: it is either seen here, or begins with what is changed here.
  PERFORM FROM users WHERE id = owner FOR NO KEY UPDATE;
  UPDATE presences SET card = nextval('card_versions') WHERE user_id = owner;
END $$;

CREATE FUNCTION renew_card_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_card(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER user_card AFTER UPDATE OF username, bio, suspended_at ON users
  FOR EACH ROW EXECUTE FUNCTION renew_card_of_user();

CREATE FUNCTION renew_card_of_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_card(coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;
CREATE TRIGGER photo_card AFTER INSERT OR UPDATE OR DELETE ON photos
  FOR EACH ROW EXECUTE FUNCTION renew_card_of_photo();
