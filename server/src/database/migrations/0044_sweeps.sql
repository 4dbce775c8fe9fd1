-- Sweeps that read whole tables every ten minutes at each node: of all devices, and of pins declined in years.
CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX pin_memories_unanswered ON pin_memories (pinned_at) WHERE rejections = 0;
