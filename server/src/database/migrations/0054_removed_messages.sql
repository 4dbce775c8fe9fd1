-- What is kept of messages goes with all that one statement deletes, not message by message, which took most of the time
-- of deleting them; and every message is deleted in the end. Whoever adds to a message has locked it.
CREATE FUNCTION forget_messages() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[] := ARRAY(SELECT id FROM gone);
BEGIN
  DELETE FROM message_versions WHERE message_id = ANY(ids);
  DELETE FROM message_reactions WHERE message_id = ANY(ids);
  RETURN NULL;
END $$;
CREATE TRIGGER messages_gone AFTER DELETE ON messages REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_messages();
ALTER TABLE message_versions DROP CONSTRAINT message_versions_message_id_fkey;
ALTER TABLE message_reactions DROP CONSTRAINT message_reactions_message_id_fkey;
