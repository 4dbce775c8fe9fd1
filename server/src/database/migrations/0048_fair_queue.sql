-- How long an operator has had selfies, which is bounded as for cases: since when, less the time in which they had left them.
ALTER TABLE face_checks ADD COLUMN held_since timestamptz NOT NULL DEFAULT now();

-- Where a report stands in the queue: by its reason, because its reporter met the person or was shown them, or behind all
-- of those.
ALTER TABLE reports ADD COLUMN place text NOT NULL DEFAULT 'met' CHECK (place IN ('met', 'shown', 'behind'));
-- How many of those who were only shown somebody stand in front is bounded.
CREATE INDEX reports_shown ON reports (reporter_id) WHERE place = 'shown' AND handled_at IS NULL;

-- Which reports are looked at first, 0 before 1; one that has hidden somebody before all.
CREATE FUNCTION report_rank(reason text, hid_at timestamptz, place text) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN hid_at IS NOT NULL THEN -1 ELSE CASE reason
    WHEN 'Underage user' THEN 0
    WHEN 'Harassment or bullying' THEN 1
    WHEN 'Inappropriate messages' THEN 1
    WHEN 'Inappropriate photos' THEN 2
    ELSE 3 END + CASE place WHEN 'behind' THEN 4 ELSE 0 END END
$$;

CREATE OR REPLACE FUNCTION place_case(person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Reports on one person are counted one after the other, each with all that were committed before.
  PERFORM FROM users WHERE id = person FOR NO KEY UPDATE;
  INSERT INTO waiting_cases (user_id, rank, since)
    SELECT reported_id, min(report_rank(reason, hid_at, place)), min(created_at) FROM reports
    WHERE reported_id = person AND handled_at IS NULL GROUP BY reported_id
    ON CONFLICT (user_id) DO UPDATE SET rank = excluded.rank, since = excluded.since;
  IF NOT FOUND THEN
    DELETE FROM waiting_cases WHERE user_id = person;
  END IF;
END $$;

CREATE OR REPLACE TRIGGER reports_queue
  AFTER INSERT OR DELETE OR UPDATE OF reported_id, reason, handled_at, hid_at, place ON reports
  FOR EACH ROW EXECUTE FUNCTION place_case_of_report();

DROP FUNCTION report_rank(text, timestamptz);
