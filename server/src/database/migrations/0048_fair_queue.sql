-- How long an operator has had selfies, which is bounded as for cases: since when, less the time in which they had left them.
ALTER TABLE face_checks ADD COLUMN held_since timestamptz NOT NULL DEFAULT now();
