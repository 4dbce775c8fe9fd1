-- What a profile showed when it was reported, encrypted: whoever is reported may take it off.
CREATE TABLE reported_profiles (
  report_id uuid PRIMARY KEY REFERENCES reports ON DELETE CASCADE,
  -- Name and text.
  sealed text NOT NULL,
  -- The photo that the report names.
  picture text
);
