-- Since when others see somebody without a break; null: they do not, or an older server wrote the row.
ALTER TABLE presences ADD COLUMN visible_since timestamptz;

-- Neighbourhoods and distances of which somebody wants to hear. Who asks for the same one hears of it at the same moments.
CREATE TABLE alert_areas (
  -- H3 cell, resolution 6.
  area text COLLATE "C" NOT NULL,
  km smallint NOT NULL,
  -- How many new people it takes at least, drawn anew after each telling.
  least smallint NOT NULL,
  -- When it is looked at next.
  looks_at timestamptz NOT NULL,
  PRIMARY KEY (area, km)
);
CREATE INDEX alert_areas_due ON alert_areas (looks_at);

-- Who is told by push that people near have become visible. A row outlives its `until` by an hour, so that switching it
-- off and on again brings no news earlier.
CREATE TABLE alerts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  area text COLLATE "C" NOT NULL,
  km smallint NOT NULL,
  -- Who became visible after it is new.
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  told_at timestamptz
);
CREATE INDEX alerts_area ON alerts (area, km);
CREATE INDEX alerts_until ON alerts (until);
