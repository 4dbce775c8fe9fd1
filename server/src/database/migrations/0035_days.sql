-- When the whole burst of a day is available again, for rates with a number a day; in milliseconds, as `expire`.
ALTER TABLE rate_limits ADD COLUMN day_expire bigint NOT NULL DEFAULT 0;
