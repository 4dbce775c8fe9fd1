-- Tries from other networks than the one that asked for the code: they use up none of the tries of whoever asked.
ALTER TABLE codes ADD COLUMN foreign_tries smallint NOT NULL DEFAULT 0;
