-- What the operators' charts of a day are drawn from. Neither table is worth a write to the log of the database.

-- What a node did since its last sample.
CREATE UNLOGGED TABLE pulse_samples (
  node uuid NOT NULL,
  at timestamptz NOT NULL,
  pins integer NOT NULL,
  messages integer NOT NULL,
  deliveries integer NOT NULL,
  calls integer NOT NULL,
  errors integer NOT NULL,
  -- How many calls took no longer than each bound of the metrics.
  within integer[] NOT NULL,
  PRIMARY KEY (at, node)
);

-- How things stood, counted by whichever node came first.
CREATE UNLOGGED TABLE pulse_moments (
  at timestamptz PRIMARY KEY,
  visible integer NOT NULL,
  chats integer NOT NULL,
  waiting integer NOT NULL,
  oldest_seconds integer NOT NULL
);
