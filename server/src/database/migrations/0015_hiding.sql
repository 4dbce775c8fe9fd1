-- Until when somebody is shown to nobody new, because people reported them as underage.
ALTER TABLE users ADD COLUMN hidden_until timestamptz;

ALTER TABLE reports
  -- Keyed hash of the network it came from, of a report that may hide a person; null once it was judged.
  ADD COLUMN network text,
  -- When the person was hidden because of it.
  ADD COLUMN hid_at timestamptz;
