-- The hashed files of the web client that running nodes were built with, so that every node can serve all of
-- them while versions roll.
CREATE TABLE web_assets (
  -- As below /assets/; it changes with the content.
  name text PRIMARY KEY,
  body bytea NOT NULL,
  -- The same, compressed; null where it does not get smaller.
  brotli bytea,
  -- Put off as long as a node with this build runs.
  kept_until timestamptz NOT NULL
);
-- Files compress badly: the database need not try.
ALTER TABLE web_assets ALTER COLUMN body SET STORAGE EXTERNAL, ALTER COLUMN brotli SET STORAGE EXTERNAL;
