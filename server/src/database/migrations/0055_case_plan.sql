-- The plan is made for the first change of a connection, often of a single report, and kept: comparing each report with
-- each, ten thousand on one person took a minute to be judged, longer than a statement may.
ALTER FUNCTION place_changed_cases() SET enable_nestloop = off;
