-- The days of accounts end at any time, spread over all of the table: only a B-tree finds them (a BRIN index read it all).
CREATE INDEX handouts_day ON handouts (day_since);

-- The acts of an operator, latest first.
CREATE INDEX moderation_log_acts ON moderation_log (operator_id, created_at DESC, id DESC);
DROP INDEX moderation_log_operator;

-- Live chats, which the pulse counts every few seconds. Last, for writing messages waits until the end of this.
CREATE INDEX chats_live ON chats (id) WHERE pin_status = 'accepted' AND paused_at IS NULL;
