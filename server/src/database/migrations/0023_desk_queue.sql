-- By time alone the planner would look through all that wait for the reports on one person.
DROP INDEX reports_waiting;
CREATE INDEX reports_waiting_of ON reports (reported_id, created_at, id) WHERE handled_at IS NULL;
-- How often a reporter was right is counted for each report in sight.
CREATE INDEX reports_judged ON reports (reporter_id, upheld) WHERE upheld IS NOT NULL;

-- Which reports are looked at first, 0 before 1; one that has hidden somebody before all.
CREATE FUNCTION report_rank(reason text, hid_at timestamptz) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN hid_at IS NOT NULL THEN -1 ELSE CASE reason
    WHEN 'Underage user' THEN 0
    WHEN 'Harassment or bullying' THEN 1
    WHEN 'Inappropriate messages' THEN 1
    WHEN 'Inappropriate photos' THEN 2
    ELSE 3 END END
$$;

-- The queue of the desk: everybody with reports that wait, kept up to date with the reports.
CREATE TABLE waiting_cases (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  rank smallint NOT NULL,
  -- Since when the oldest of the reports waits.
  since timestamptz NOT NULL
);
CREATE INDEX waiting_cases_order ON waiting_cases (rank, since, user_id);

CREATE FUNCTION place_case(person uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Reports on one person are counted one after the other, each with all that were committed before.
  PERFORM FROM users WHERE id = person FOR NO KEY UPDATE;
  INSERT INTO waiting_cases (user_id, rank, since)
    SELECT reported_id, min(report_rank(reason, hid_at)), min(created_at) FROM reports
    WHERE reported_id = person AND handled_at IS NULL GROUP BY reported_id
    ON CONFLICT (user_id) DO UPDATE SET rank = excluded.rank, since = excluded.since;
  IF NOT FOUND THEN
    DELETE FROM waiting_cases WHERE user_id = person;
  END IF;
END $$;

CREATE FUNCTION place_case_of_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.reported_id IS NOT NULL THEN PERFORM place_case(OLD.reported_id); END IF;
  IF TG_OP <> 'DELETE' AND NEW.reported_id IS NOT NULL
    AND (TG_OP = 'INSERT' OR NEW.reported_id IS DISTINCT FROM OLD.reported_id)
    THEN PERFORM place_case(NEW.reported_id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER reports_queue AFTER INSERT OR DELETE OR UPDATE OF reported_id, reason, handled_at, hid_at ON reports
  FOR EACH ROW EXECUTE FUNCTION place_case_of_report();

INSERT INTO waiting_cases (user_id, rank, since)
  SELECT reported_id, min(report_rank(reason, hid_at)), min(created_at) FROM reports
  WHERE reported_id IS NOT NULL AND handled_at IS NULL GROUP BY reported_id;
