-- The entry of the log by which a picture was removed, as long as it can be appealed: an appeal that is granted lets the
-- picture back in. Null, too, where several decisions removed it.
ALTER TABLE removed_pictures ADD COLUMN entry_id uuid;
