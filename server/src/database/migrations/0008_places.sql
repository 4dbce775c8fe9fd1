-- The place at which somebody is seen belongs to their presence, and ends with it.
ALTER TABLE presences
  -- H3 cell (resolution 8); `pos` is its centre.
  ADD COLUMN cell text,
  -- The signed-in device whose place is shown.
  ADD COLUMN session_id uuid,
  -- Where that device has moved to, which is shown from `moves_at` on.
  ADD COLUMN next_cell text,
  ADD COLUMN moves_at timestamptz;
UPDATE presences p SET cell = u.cell FROM users u WHERE u.id = p.user_id;

-- A server of the version before names no cell.
CREATE FUNCTION presence_cell_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT cell INTO NEW.cell FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;
CREATE TRIGGER presence_cell BEFORE INSERT ON presences
  FOR EACH ROW WHEN (NEW.cell IS NULL) EXECUTE FUNCTION presence_cell_of_user();
ALTER TABLE presences ALTER COLUMN cell SET NOT NULL;
CREATE INDEX presences_moving ON presences (moves_at) WHERE next_cell IS NOT NULL;

-- Whole km when both were last visible to each other; null where they never were.
ALTER TABLE chats ADD COLUMN distance_km smallint;
UPDATE chats c SET distance_km = round(2 * 6371 * asin(least(1, (a.pos <-> b.pos) / 2)))
FROM presences a, presences b
WHERE a.user_id = c.low_id AND b.user_id = c.high_id AND c.pin_status <> 'rejected'
  AND a.status = 'online' AND a.online_until > now() AND b.status = 'online' AND b.online_until > now();

-- The place from which a signed-in device looks: told to nobody but its owner.
CREATE TABLE viewpoints (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  cell text NOT NULL,
  -- A place beyond the budget of movement, and since when it waits to be taken.
  next_cell text,
  next_since timestamptz
);

-- How far the devices of an account may move.
CREATE TABLE movements (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  km_left real NOT NULL,
  counted_at timestamptz NOT NULL,
  -- H3 cells (resolution 4) in which places were taken since `regions_since`.
  regions text[] NOT NULL,
  regions_since timestamptz NOT NULL
);

-- Whom feeds and profiles have shown to an account in its running day: what a scraper may collect is counted by it.
-- It is worth nothing after a day, so it is not logged; it refers to nobody, so that it locks nobody.
CREATE UNLOGGED TABLE handouts (
  viewer_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- When the day of the account began, and the cell from which it looked then.
  day_since timestamptz NOT NULL,
  home text NOT NULL,
  handed_at timestamptz NOT NULL,
  -- The last 32 bits of the ids of people: near home, and elsewhere.
  near integer[] NOT NULL,
  far integer[] NOT NULL,
  PRIMARY KEY (viewer_id, id)
);
