-- Words and messages of a report that waits and whose maker has deleted the account, encrypted.
ALTER TABLE reports ADD COLUMN sealed text;
