-- An event that is to wake devices too: its pushes are put into the queue in the transaction that removes its row.
ALTER TABLE outbox ADD COLUMN wakes boolean NOT NULL DEFAULT false;
