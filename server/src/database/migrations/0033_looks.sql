-- That an operator has opened the case of somebody of whom no report waits.
ALTER TABLE moderation_log DROP CONSTRAINT moderation_log_action_check,
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN
    ('dismiss', 'warn', 'remove-photo', 'remove-name', 'suspend', 'reinstate', 'delete', 'grant-appeal',
     'decline-appeal', 'verify', 'decline', 'hide', 'look'));
