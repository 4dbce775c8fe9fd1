-- Reports on one person that are closed, deleted or restored together place the case once, not once for each of them:
-- five thousand took a minute, longer than a statement may.
DROP TRIGGER reports_queue ON reports;
DROP FUNCTION place_case_of_report();

CREATE FUNCTION place_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE person uuid;
BEGIN
  FOR person IN SELECT DISTINCT reported_id FROM changed WHERE reported_id IS NOT NULL ORDER BY 1 LOOP
    PERFORM place_case(person);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER reports_queue_added AFTER INSERT ON reports REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION place_cases();
CREATE TRIGGER reports_queue_removed AFTER DELETE ON reports REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION place_cases();

CREATE FUNCTION place_changed_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE person uuid;
BEGIN
  FOR person IN
    SELECT DISTINCT unnest(ARRAY[o.reported_id, n.reported_id]) AS one FROM before o JOIN after n USING (id)
    WHERE (o.reported_id, o.reason, o.handled_at, o.hid_at, o.place)
      IS DISTINCT FROM (n.reported_id, n.reason, n.handled_at, n.hid_at, n.place) ORDER BY 1 LOOP
    IF person IS NOT NULL THEN PERFORM place_case(person); END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER reports_queue_changed AFTER UPDATE ON reports REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION place_changed_cases();
