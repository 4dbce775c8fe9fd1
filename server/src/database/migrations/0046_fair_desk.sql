ALTER TABLE moderation_log
  -- Which of name and text was removed; null: of another act, or of one from before both could be chosen apart.
  ADD COLUMN texts text[],
  DROP CONSTRAINT moderation_log_action_check,
  -- That an operator kept a case from the others for as long as one may.
  ADD CONSTRAINT moderation_log_action_check CHECK (action IN
    ('dismiss', 'warn', 'remove-photo', 'remove-name', 'suspend', 'reinstate', 'delete', 'grant-appeal',
     'decline-appeal', 'verify', 'decline', 'hide', 'look', 'hold'));

CREATE OR REPLACE FUNCTION keep_moderation_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.operator_id IS NULL OR NEW.operator_id = OLD.operator_id)
    AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
    AND (NEW.id, NEW.action, NEW.reasons, NEW.note, NEW.why, NEW.created_at)
      = (OLD.id, OLD.action, OLD.reasons, OLD.note, OLD.why, OLD.created_at)
    AND NEW.days IS NOT DISTINCT FROM OLD.days AND NEW.texts IS NOT DISTINCT FROM OLD.texts THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The log of moderation keeps its entries.';
END $$;

-- How long an operator has had a case, which is bounded: since when, less the time in which they had left it.
ALTER TABLE moderation_holds ADD COLUMN held_since timestamptz NOT NULL DEFAULT now();

-- Who made the reports, by keyed hashes of mailboxes, so that no operator judges what they have reported themselves.
ALTER TABLE sealed_cases ADD COLUMN reporters text[] NOT NULL DEFAULT '{}';

ALTER TABLE report_messages
  -- When it was last edited or deleted, and when the other side first wrote after it.
  ADD COLUMN changed_at timestamptz,
  ADD COLUMN answered_at timestamptz;

-- How many messages of the chat its reporter had edited or deleted after they were answered; null: it is from no chat.
ALTER TABLE reports ADD COLUMN changed_after_answer int;
