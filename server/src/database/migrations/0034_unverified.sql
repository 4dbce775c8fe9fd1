-- Accounts whose email was never verified go when nobody has used them for long.
CREATE INDEX users_unverified ON users (created_at) WHERE NOT email_validated;
