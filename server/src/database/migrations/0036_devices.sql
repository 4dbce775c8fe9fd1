-- Sessions that ended kept the addresses at which their browsers are notified; from now on these go with the session.
DELETE FROM push_subscriptions s USING sessions WHERE sessions.id = s.session_id AND sessions.ended_at IS NOT NULL;
