-- How a blocked person was shown to who blocked them, for the list of the blocked: what changes later is not theirs to
-- see. Without a name, that of now; a photo is shown as long as its profile holds it.
ALTER TABLE blocks ADD COLUMN name text, ADD COLUMN photo_id uuid;
UPDATE blocks SET name = users.username,
  photo_id = (SELECT id FROM photos WHERE user_id = blocked_id AND position IS NOT NULL ORDER BY position LIMIT 1)
FROM users WHERE users.id = blocked_id AND listed;
