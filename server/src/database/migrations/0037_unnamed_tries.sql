-- Tries that name no email count apart, so that whoever shares a network uses up none of those who name theirs.
ALTER TABLE codes ADD COLUMN unnamed_tries smallint NOT NULL DEFAULT 0;
