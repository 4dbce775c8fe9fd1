import {
  MODERATION_ACTIONS,
  MODERATION_NOTE_MAX,
  MODERATION_WHY_MAX,
  type ModerationAction,
} from '@herenow/contract/constants';
import type { ModerationFile } from '@herenow/contract/moderation';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAct } from '../queries.ts';
import { useKeys } from '../use-keys.ts';
import { words } from '../words.ts';

const KEYS: Partial<Record<string, ModerationAction>> = {
  d: 'dismiss',
  w: 'warn',
  p: 'remove-photo',
  n: 'remove-name',
  s: 'suspend',
  r: 'reinstate',
  x: 'delete',
};
const DAYS = [3, 7, 30, undefined] as const;

type Props = {
  file: ModerationFile;
  /** The photo that was chosen to be removed. */
  photoId: string | undefined;
  onDone: () => void;
};

/** Every act on a person, by button and by key; each is confirmed with why and a note. */
export function CaseActs({ file, photoId, onDone }: Props) {
  const { user, reports } = file;
  const [chosen, setChosen] = useState<ModerationAction>();
  const [problem, setProblem] = useState<string>();
  const possible = MODERATION_ACTIONS.filter((action) => {
    if (action === 'dismiss') return reports.length > 0;
    if (action === 'remove-photo') return user.photos.length > 0;
    return action !== (user.suspended ? 'suspend' : 'reinstate');
  });
  const choose = (action: ModerationAction) => {
    setProblem(undefined);
    if (action === 'remove-photo' && photoId === undefined) return setProblem(words.choosePhoto);
    setChosen(action);
  };
  useKeys((key) => {
    const action = KEYS[key];
    if (action && possible.includes(action)) choose(action);
  }, chosen === undefined);
  return (
    <section aria-labelledby="case-acts">
      <h3 id="case-acts" className="text-body">
        {words.acts}
      </h3>
      <InlineError>{problem}</InlineError>
      <div className="mt-2 flex flex-wrap gap-2">
        {possible.map((action) => (
          <Button
            key={action}
            size="medium"
            variant={action === 'delete' || action === 'suspend' ? 'danger' : 'ghost'}
            onClick={() => choose(action)}
          >
            {words.act[action]}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-caption text-soft max-md:hidden">{words.keys}</p>
      {chosen && (
        <ActSheet
          key={chosen}
          file={file}
          action={chosen}
          photoId={photoId}
          onClose={() => setChosen(undefined)}
          onDone={onDone}
        />
      )}
    </section>
  );
}

type SheetProps = Props & { action: ModerationAction; onClose: () => void };

function ActSheet({ file: { user }, action, photoId, onClose, onDone }: SheetProps) {
  const act = useAct();
  const [why, setWhy] = useState('');
  const [note, setNote] = useState('');
  const [days, setDays] = useState<(typeof DAYS)[number]>(7);
  const told = action !== 'dismiss' && action !== 'reinstate' && action !== 'delete';
  const carryOut = () =>
    act.mutate(
      {
        userId: user.id,
        action,
        note,
        ...(told ? { why } : {}),
        ...(action === 'remove-photo' ? { photoId } : {}),
        ...(action === 'suspend' ? { days } : {}),
      },
      {
        onSuccess: () => {
          onClose();
          onDone();
          showToast(words.done(words.act[action]), { tone: 'good' });
        },
      },
    );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.confirm(words.act[action], user.username)}
      footer={
        <>
          <InlineError>{act.isError && errorText(act.error, words.caseFailed)}</InlineError>
          <Button
            block
            variant={action === 'delete' || action === 'suspend' ? 'danger' : 'primary'}
            busy={act.isPending}
            busyText={words.acting}
            onClick={carryOut}
          >
            {words.act[action]}
          </Button>
        </>
      }
    >
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
    </Sheet>
  );
}
