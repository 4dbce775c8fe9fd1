-- The age of a blocked person at the block, as their name and photo: what changes later is not theirs to see who blocked
-- them.
ALTER TABLE blocks ADD COLUMN age smallint;
UPDATE blocks SET age = date_part('year', age(blocks.created_at AT TIME ZONE 'UTC', date_of_birth))
FROM users WHERE users.id = blocked_id AND listed;
