CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  -- Lowercased and trimmed by the server.
  email text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  username text NOT NULL,
  gender text,
  date_of_birth date,
  my_tags text[] NOT NULL DEFAULT '{}',
  max_distance_km smallint,
  -- H3 cell (resolution 8) of the last known position; nothing finer exists.
  cell text,
  registration_step smallint NOT NULL DEFAULT 1 CHECK (registration_step BETWEEN 1 AND 6),
  email_validated boolean NOT NULL DEFAULT false,
  notification_settings jsonb NOT NULL,
  suspended_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL
);

-- One row for each visibility session, from its opening to its end. Feeds search it alone.
CREATE TABLE presences (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  status text NOT NULL CHECK (status IN ('online', 'incognito')),
  -- Null: no expiry.
  online_until timestamptz,
  started_at timestamptz NOT NULL,
  -- The cell's centre on the unit sphere.
  pos cube NOT NULL,
  date_of_birth date NOT NULL,
  gender text NOT NULL,
  tags text[] NOT NULL
);
CREATE INDEX presences_visible ON presences USING gist (pos, date_of_birth, gender) WHERE status = 'online';
CREATE INDEX presences_expiry ON presences (online_until) WHERE online_until IS NOT NULL;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The id of the token in use, and of the one before it, still accepted for a grace after the rotation.
  token_id uuid NOT NULL,
  previous_token_id uuid,
  rotated_at timestamptz NOT NULL,
  app_source text NOT NULL DEFAULT 'web',
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_idle ON sessions (last_used_at);

CREATE TABLE codes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify', 'reset')),
  code_hash text NOT NULL,
  -- Keyed hash of the address that asked.
  client_hash text NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX codes_user ON codes (user_id, purpose, created_at DESC);
CREATE INDEX codes_client ON codes (client_hash, created_at DESC) WHERE purpose = 'reset';
CREATE INDEX codes_expiry ON codes (expires_at);

CREATE TABLE photos (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Unguessable; names the files in the photo store.
  key text NOT NULL UNIQUE,
  thumbhash text NOT NULL,
  -- Place in the profile; null while no profile holds it.
  position smallint,
  created_at timestamptz NOT NULL
);
CREATE INDEX photos_user ON photos (user_id, position);
CREATE INDEX photos_unheld ON photos (created_at) WHERE position IS NULL;

-- Files of photos whose rows are gone and that the store has yet to forget.
CREATE TABLE photo_removals (
  key text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION note_photo_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO photo_removals (key) VALUES (OLD.key) ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;
CREATE TRIGGER photo_removal AFTER DELETE ON photos FOR EACH ROW EXECUTE FUNCTION note_photo_removal();

-- One chat for each pair of people; low_id < high_id names the pair.
CREATE TABLE chats (
  id uuid PRIMARY KEY,
  low_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  high_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  initiated_by uuid NOT NULL,
  pin_status text NOT NULL DEFAULT 'pending' CHECK (pin_status IN ('pending', 'accepted', 'rejected')),
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  -- Since when not both are active; null while the chat is live, or not accepted.
  paused_at timestamptz,
  -- The latest sentAt; the next message gets a later one.
  last_sent_at timestamptz,
  UNIQUE (low_id, high_id),
  CHECK (low_id < high_id),
  CHECK (initiated_by IN (low_id, high_id))
);
CREATE INDEX chats_high ON chats (high_id);
CREATE INDEX chats_paused ON chats (paused_at) WHERE paused_at IS NOT NULL;

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  chat_id uuid NOT NULL REFERENCES chats ON DELETE CASCADE,
  sender_id uuid NOT NULL,
  content text NOT NULL,
  sent_at timestamptz NOT NULL,
  edited_at timestamptz,
  deleted boolean NOT NULL DEFAULT false,
  seen boolean NOT NULL DEFAULT false,
  UNIQUE (chat_id, sent_at)
);

CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

CREATE TABLE reports (
  id uuid PRIMARY KEY,
  -- Null once that account is deleted.
  reporter_id uuid REFERENCES users ON DELETE SET NULL,
  reported_id uuid REFERENCES users ON DELETE SET NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX reports_pair ON reports (reporter_id, reported_id);
CREATE INDEX reports_reported ON reports (reported_id);

CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  endpoint text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A device that is signed out hears nothing more.
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  keys jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- Events written with the change they tell of, until they are on the bus.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_ids uuid[] NOT NULL,
  queue text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Values that a node makes on first start and every node shares.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- Counters of rate limits, shared by all nodes; keys are hashes.
CREATE TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
