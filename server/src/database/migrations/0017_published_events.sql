-- Events that the bus has taken, for a minute: a node that the bus does not reach reads here what it missed. Neither
-- table is worth a write to the log of the database; after its crash clients connect again and fetch.
CREATE UNLOGGED TABLE published_events (
  id bigint PRIMARY KEY,
  user_ids uuid[] NOT NULL,
  queue text NOT NULL,
  body text NOT NULL,
  published_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX published_events_published_at ON published_events (published_at);

-- When the bus last answered each node.
CREATE UNLOGGED TABLE nodes (
  id uuid PRIMARY KEY,
  heard_at timestamptz NOT NULL
);
