-- What somebody says about themselves on their profile; everyone who sees the profile reads it.
ALTER TABLE users ADD COLUMN bio text NOT NULL DEFAULT '';
