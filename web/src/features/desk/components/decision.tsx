import { MODERATION_NOTE_MAX, MODERATION_WHY_MAX } from '@herenow/contract/constants';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { words } from '../words.ts';

type WhyProps = { reasons?: readonly string[]; why: string; onChange: (part: { why: string }) => void };

/** The field for the text that the person receives, with prepared reasons if there are any. */
export function Why({ reasons, why, onChange }: WhyProps) {
  return (
    <div>
      {reasons && (
        <div role="group" aria-label={words.templates} className="mb-3 flex flex-wrap gap-2">
          {reasons.map((reason) => (
            <Chip key={reason} selected={why === reason} onToggle={() => onChange({ why: reason })}>
              {reason}
            </Chip>
          ))}
        </div>
      )}
      <TextArea
        label={words.why}
        maxLength={MODERATION_WHY_MAX}
        value={why}
        onChange={(event) => onChange({ why: event.target.value })}
      />
    </div>
  );
}

type NoteProps = { note: string; onChange: (part: { note: string }) => void };

/** The field for the note that stays at the desk. */
export function Note({ note, onChange }: NoteProps) {
  return (
    <TextArea
      label={words.note}
      maxLength={MODERATION_NOTE_MAX}
      value={note}
      onChange={(event) => onChange({ note: event.target.value })}
    />
  );
}

type Choice<Value> = {
  value: Value;
  text: string;
  variant?: 'primary' | 'ghost' | 'danger';
  disabled?: boolean;
  /** Asked before it, if it cannot be undone or locks somebody out. */
  question?: string;
};
type DecisionProps<Value> = {
  choices: readonly Choice<Value>[];
  /** The decision that is under way: until it is over, there is no other. */
  underWay: Value | undefined;
  error: Error | null;
  onChoose: (value: Value) => void;
};

/** The possible decisions, and why the last one was not taken. */
export function Decision<Value extends string>(props: DecisionProps<Value>) {
  const { choices, underWay, error, onChoose } = props;
  const [asked, setAsked] = useState<Choice<Value>>();
  const close = () => setAsked(undefined);
  return (
    <>
      <InlineError>{error && errorText(error, words.actFailed)}</InlineError>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Button
            key={choice.value}
            size="medium"
            variant={choice.variant}
            busy={underWay === choice.value}
            disabled={choice.disabled || (underWay !== undefined && underWay !== choice.value)}
            onClick={() => (choice.question ? setAsked(choice) : onChoose(choice.value))}
          >
            {choice.text}
          </Button>
        ))}
      </div>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={asked.text}
          description={asked.question}
          confirmText={asked.text}
          onConfirm={() => {
            close();
            onChoose(asked.value);
          }}
        />
      )}
    </>
  );
}
