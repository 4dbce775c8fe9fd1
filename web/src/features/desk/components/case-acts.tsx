import { MODERATION_ACTIONS, type ModerationAction } from '@herenow/contract/constants';
import type { ModerationFile } from '@herenow/contract/moderation';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAct } from '../queries.ts';
import { useKeys } from '../use-keys.ts';
import { words } from '../words.ts';
import { ActFields, useActDetails } from './act-fields.tsx';

const KEYS: Partial<Record<string, ModerationAction>> = {
  d: 'dismiss',
  w: 'warn',
  p: 'remove-photo',
  n: 'remove-name',
  s: 'suspend',
  r: 'reinstate',
  x: 'delete',
};

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
  const { details, fields } = useActDetails(action);
  const carryOut = () =>
    act.mutate(
      {
        userId: user.id,
        action,
        ...details,
        ...(action === 'remove-photo' ? { photoId } : {}),
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
      <ActFields {...fields} />
    </Sheet>
  );
}
