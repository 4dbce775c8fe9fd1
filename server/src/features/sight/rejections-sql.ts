/**
 * A rejected pin stays as long as the presence of its initiator. Meanwhile it keeps the rejecter apart from every
 * account of the initiator’s mailbox, verified ones only: anybody can open others. Pins of theirs that waited are
 * rejected with it.
 */

/** Returns SQL for the ids of those who have rejected a pin of the viewer’s mailbox. `viewer`: SQL of the viewer’s id. */
export const rejectersSql = (viewer: string): string => `
  SELECT CASE WHEN r.low_id = same.id THEN r.high_id ELSE r.low_id END
  FROM users one
  JOIN users same ON same.mailbox = one.mailbox AND same.email_validated
  JOIN chats r ON r.initiated_by = same.id AND r.pin_status = 'rejected'
  WHERE one.id = ${viewer}`;

/** Returns SQL for the ids of all accounts of the mailboxes whose pins the viewer has rejected. */
export const rejectedSql = (viewer: string): string => `
  SELECT same.id
  FROM chats r
  JOIN users one ON one.id = r.initiated_by
  JOIN users same ON same.mailbox = one.mailbox AND same.email_validated
  WHERE (r.low_id = ${viewer} OR r.high_id = ${viewer}) AND r.initiated_by <> ${viewer}
    AND r.pin_status = 'rejected'`;
