/** One JSON file of a copy: its rows are those of a query whose only parameter is the person's id. */
interface Part {
  file: string;
  sql: string;
}

/**
 * What is held about a person, table by table. Of others a copy has nothing but what they wrote to the person; ids of
 * others stand only where the person named them. A test compares this with every table that knows the person.
 */
export const PARTS: readonly Part[] = [
  {
    file: 'profile.json',
    sql: `SELECT id, email, username, gender, date_of_birth, bio, my_tags, max_distance_km, cell,
      registration_step, email_validated, notification_settings, suspended_at, created_at, updated_at, last_active_at
      FROM users WHERE id = $1`,
  },
  {
    file: 'presence.json',
    sql: 'SELECT status, online_until, started_at FROM presences WHERE user_id = $1',
  },
  {
    file: 'sign-ins.json',
    sql: `SELECT id, app_source, device, created_at, last_used_at, ended_at FROM sessions
      WHERE user_id = $1 ORDER BY created_at`,
  },
  {
    file: 'codes.json',
    sql: `SELECT purpose, tries, created_at, expires_at, used_at FROM codes
      WHERE user_id = $1 ORDER BY created_at`,
  },
  {
    file: 'photos.json',
    sql: `SELECT id, position, created_at FROM photos WHERE user_id = $1 ORDER BY position NULLS LAST, created_at`,
  },
  {
    file: 'devices.json',
    sql: `SELECT id, endpoint, created_at FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at`,
  },
  {
    file: 'chats.json',
    sql: `SELECT id, initiated_by = $1 AS begun_by_you, pin_status, created_at, answered_at, paused_at
      FROM chats WHERE (low_id = $1 OR high_id = $1) AND NOT (pin_status = 'rejected' AND initiated_by <> $1)
      ORDER BY created_at`,
  },
  {
    file: 'messages.json',
    sql: `SELECT m.id, m.chat_id, m.sender_id = $1 AS by_you,
        CASE WHEN m.deleted THEN '' ELSE m.content END AS content, m.sent_at, m.edited_at, m.deleted, m.seen
      FROM messages m JOIN chats c ON c.id = m.chat_id
      WHERE c.low_id = $1 OR c.high_id = $1 ORDER BY m.chat_id, m.sent_at`,
  },
  {
    file: 'people-you-blocked.json',
    sql: 'SELECT blocked_id, created_at FROM blocks WHERE blocker_id = $1 ORDER BY created_at',
  },
  {
    file: 'reports-you-made.json',
    sql: `SELECT reported_id, reason, created_at, updated_at, handled_at FROM reports
      WHERE reporter_id = $1 ORDER BY created_at`,
  },
  {
    file: 'decisions-about-you.json',
    sql: `SELECT action, reasons, created_at FROM moderation_log
      WHERE user_id = $1 AND action <> 'dismiss' ORDER BY created_at`,
  },
];

/** What a copy leaves out, since it protects others, and why. */
export const LEFT_OUT = [
  'Who has blocked or rejected you, and who has reported you: it protects them.',
  'What your messages said before you edited or deleted them: it is sealed, and read only if the recipient reports you.',
  'Your password, codes and tokens: they are kept as hashes, or only for your sign-in.',
];
