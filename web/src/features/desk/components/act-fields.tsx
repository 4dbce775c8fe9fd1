import { MODERATION_NOTE_MAX, MODERATION_WHY_MAX, type ModerationAction } from '@herenow/contract/constants';
import { useState } from 'react';
import { Chip } from '../../../ui/chip.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { words } from '../words.ts';

const DAYS = [3, 7, 30, undefined] as const;

/** What goes with an act: for how long, why, and a note. */
export function useActDetails(action: ModerationAction) {
  const [why, setWhy] = useState('');
  const [note, setNote] = useState('');
  const [days, setDays] = useState<(typeof DAYS)[number]>(7);
  const told = action !== 'dismiss' && action !== 'reinstate' && action !== 'delete';
  const details = { note, ...(told ? { why } : {}), ...(action === 'suspend' ? { days } : {}) };
  return { details, fields: { action, told, why, setWhy, note, setNote, days, setDays } };
}

export function ActFields(props: ReturnType<typeof useActDetails>['fields']) {
  const { action, told, why, setWhy, note, setNote, days, setDays } = props;
  return (
    <>
      {action === 'suspend' && (
        <div role="group" aria-label={words.act.suspend} className="mb-4 flex flex-wrap gap-2">
          {DAYS.map((one) => (
            <Chip key={one ?? 'ever'} selected={days === one} onToggle={() => setDays(one)}>
              {words.days[one ?? 'ever']}
            </Chip>
          ))}
        </div>
      )}
      {told && (
        <>
          <div role="group" aria-label={words.templates} className="mb-3 flex flex-wrap gap-2">
            {words.reasons.map((reason) => (
              <Chip key={reason} selected={why === reason} onToggle={() => setWhy(reason)}>
                {reason}
              </Chip>
            ))}
          </div>
          <TextArea
            label={words.why}
            maxLength={MODERATION_WHY_MAX}
            value={why}
            onChange={(event) => setWhy(event.target.value)}
          />
        </>
      )}
      <TextArea
        className="mt-4"
        label={words.note}
        maxLength={MODERATION_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </>
  );
}
