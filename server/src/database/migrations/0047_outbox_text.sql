-- Nothing looks into the body of an event: it goes out as it was written. As jsonb it is built, stored and written again.
ALTER TABLE outbox ALTER COLUMN body TYPE text;
