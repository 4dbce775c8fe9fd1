/**
 * The most messages that a copy holds: more than people write to each other, and less than would fill the memory of a
 * node, since a copy is made, kept and sent as a whole.
 */
export const MOST_MESSAGES = 50_000;
const MOST_MESSAGE_BYTES = 8 * 1024 * 1024;

/**
 * The latest messages of the user’s chats, as many as a copy holds. It is used as an array, so that they are found by
 * their ids however large the tables are.
 */
const LATEST = `
  SELECT id FROM (
    SELECT id, sum(bytes) OVER (ORDER BY sent_at DESC, id) AS total FROM (
      SELECT m.id, m.sent_at, octet_length(m.content) AS bytes FROM chats c CROSS JOIN LATERAL (
        SELECT id, sent_at, content FROM messages WHERE chat_id = c.id ORDER BY sent_at DESC LIMIT ${MOST_MESSAGES}) m
      WHERE c.low_id = $1 OR c.high_id = $1 ORDER BY m.sent_at DESC, m.id LIMIT ${MOST_MESSAGES}
    ) latest
  ) summed WHERE total <= ${MOST_MESSAGE_BYTES}`;

/**
 * What is held about a user, table by table: the JSON files of a copy, each with the query for its rows, whose only
 * parameter is the user’s id. Of other users, a copy contains only what they wrote to the user; their ids appear only
 * where the user named them. `holdings.ts` lists what a copy leaves out.
 */
export const PARTS: Readonly<Record<string, string>> = {
  'profile.json': `SELECT id, email, username, gender, date_of_birth, bio, my_tags, max_distance_km, cell,
    registration_step, email_validated, notification_settings, suspended_at, suspended_until, suspended_why,
    hidden_until, verified_photo, created_at, updated_at, last_active_at
    FROM users WHERE id = $1`,
  'presence.json': `SELECT status, online_until, started_at, visible_since, cell, next_cell, moves_at, session_id, date_of_birth, gender, tags
    FROM presences WHERE user_id = $1`,
  'places.json': `SELECT v.session_id, v.cell, v.next_cell, v.next_since
    FROM viewpoints v JOIN sessions s ON s.id = v.session_id WHERE s.user_id = $1 ORDER BY s.created_at`,
  'movement.json': 'SELECT km_left, counted_at, regions, regions_since FROM movements WHERE user_id = $1',
  'shown-people.json': `SELECT day_since, home, handed_at, cardinality(near) AS near, cardinality(far) AS far
    FROM handouts WHERE viewer_id = $1 ORDER BY id`,
  'sign-ins.json': `SELECT id, app_source, device, created_at, last_used_at, ended_at FROM sessions
    WHERE user_id = $1 ORDER BY created_at`,
  'codes.json': `SELECT purpose, tries, foreign_tries, unnamed_tries, created_at, expires_at, used_at FROM codes
    WHERE user_id = $1 ORDER BY created_at`,
  'two-step-sign-in.json': `SELECT created_at, confirmed_at, cardinality(recovery_hashes) AS recovery_codes FROM second_factors
    WHERE user_id = $1`,
  'passkeys.json': `SELECT name, transports, sign_count, created_at, last_used_at FROM passkeys
    WHERE user_id = $1 ORDER BY created_at`,
  'two-step-sign-in-resets.json':
    'SELECT reset_at, told_at FROM second_factor_resets WHERE user_id = $1 ORDER BY reset_at',
  'photos.json': `SELECT id, position, created_at FROM photos WHERE user_id = $1 ORDER BY position NULLS LAST, created_at`,
  'face-check.json': `SELECT poses, drawn_at, cardinality(selfies) AS selfies, sent_at, decided_at, why
    FROM face_checks WHERE user_id = $1`,
  'devices.json': `SELECT id, endpoint, session_id, created_at FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at`,
  // Without the pins that the user rejected: their rows go when their makers leave.
  'chats.json': `SELECT id, initiated_by = $1 AS begun_by_you, pin_status, created_at, answered_at, paused_at, last_sent_at,
    distance_km FROM chats WHERE (low_id = $1 OR high_id = $1) AND (initiated_by = $1 OR pin_status <> 'rejected')
    ORDER BY created_at`,
  'messages.json': `SELECT m.id, m.chat_id, m.sender_id = $1 AS by_you,
      CASE WHEN m.deleted THEN '' ELSE m.content END AS content, m.sent_at, m.edited_at, m.deleted, m.seen, m.reply_to
    FROM messages m WHERE m.id = ANY(ARRAY(${LATEST})) ORDER BY m.chat_id, m.sent_at`,
  'reactions.json': `SELECT message_id, reaction, changed_at FROM message_reactions
    WHERE user_id = $1 AND reaction IS NOT NULL AND message_id = ANY(ARRAY(${LATEST})) ORDER BY changed_at`,
  'people-you-blocked.json': `SELECT blocked_id, name, age, created_at FROM blocks WHERE blocker_id = $1 AND listed ORDER BY created_at`,
  'pins-you-rejected.json': `SELECT m.rejections, m.closed_until, m.pinned_at
    FROM pin_memories m JOIN users u ON u.mailbox = m.target AND u.email_validated WHERE u.id = $1 AND m.rejections > 0
    ORDER BY m.pinned_at`,
  'reports-you-made.json': `SELECT id, reported_id, reason, words, photo_id, created_at, updated_at, handled_at FROM reports
    WHERE reporter_id = $1 ORDER BY created_at`,
  // Each report has its own copy of what may be the same messages.
  'messages-you-reported.json': `SELECT report_id, by_you, content, sent_at, edited_at, deleted FROM (
      SELECT m.report_id, NOT m.by_reported AS by_you, CASE WHEN m.deleted THEN '' ELSE m.content END AS content,
        m.sent_at, m.edited_at, m.deleted, sum(octet_length(m.content)) OVER (
          ORDER BY r.created_at DESC, m.report_id, m.sent_at DESC ROWS UNBOUNDED PRECEDING) AS total
      FROM report_messages m JOIN reports r ON r.id = m.report_id WHERE r.reporter_id = $1
    ) latest WHERE total <= ${MOST_MESSAGE_BYTES} ORDER BY report_id, sent_at`,
  'decisions-about-you.json': `SELECT action, reasons, why, days, texts, created_at FROM moderation_log
    WHERE user_id = $1 AND action NOT IN ('dismiss', 'look', 'hold') ORDER BY created_at`,
  'former-chats.json': 'SELECT ended_at FROM former_chats WHERE user_id = $1 ORDER BY ended_at',
  'shared-dates.json':
    'SELECT id, who, place, ends_at, created_at FROM shared_dates WHERE user_id = $1 ORDER BY created_at',
  'alert.json': 'SELECT area, km, since, until, told_at FROM alerts WHERE user_id = $1',
  'news.json': 'SELECT news_id, sent_at FROM news_sent WHERE user_id = $1 ORDER BY sent_at',
  'appeals.json':
    'SELECT entry_id, words, created_at, decided_at, granted FROM appeals WHERE user_id = $1 ORDER BY created_at',
  'acts-as-operator.json': `SELECT o.created_at AS operator_since, l.id, l.action, l.reasons, l.note, l.why, l.days, l.texts, l.created_at
    FROM users u LEFT JOIN operators o ON o.user_id = u.id LEFT JOIN moderation_log l ON l.operator_id = u.id
    WHERE u.id = $1 AND (o.user_id IS NOT NULL OR l.id IS NOT NULL) ORDER BY l.created_at`,
  'copies.json': 'SELECT requested_at, expires_at FROM data_exports WHERE user_id = $1',
};
