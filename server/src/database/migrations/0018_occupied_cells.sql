-- The cells in which somebody is visible, or was until a sweep: feeds walk them by distance, then the people of each.
-- That a cell is occupied is noted, not by how many: a count would be a row that everybody in it waits for.
CREATE TABLE occupied_cells (
  cell text COLLATE "C" PRIMARY KEY,
  -- Its centre on the unit sphere.
  pos cube NOT NULL
);
INSERT INTO occupied_cells (cell, pos)
SELECT DISTINCT ON (cell) cell, pos FROM presences WHERE status = 'online';
CREATE INDEX occupied_cells_pos ON occupied_cells USING gist (pos);

-- Whoever shows a cell holds this table's lock of writers until the commit, which the sweep of empty cells waits for.
CREATE FUNCTION occupy_cell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO occupied_cells (cell, pos) VALUES (NEW.cell, NEW.pos) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER presence_occupies AFTER INSERT OR UPDATE OF status, cell ON presences
  FOR EACH ROW WHEN (NEW.status = 'online') EXECUTE FUNCTION occupy_cell();

-- The people of a cell in the order of pages.
CREATE INDEX presences_in_cell ON presences (cell COLLATE "C", user_id) WHERE status = 'online';
-- Searches for a gender or an age go from person to person by distance; who is of the same gender lies together.
DROP INDEX presences_visible;
CREATE INDEX presences_visible ON presences USING gist (gender, pos, date_of_birth) WHERE status = 'online';
