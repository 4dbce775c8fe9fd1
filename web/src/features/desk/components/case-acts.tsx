import { MODERATION_ACTIONS, type ModerationAction } from '@herenow/contract/constants';
import type { ModerationFile } from '@herenow/contract/moderation';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { latestUpdateOf } from '../due.ts';
import { useAct } from '../queries.ts';
import { useKeys } from '../use-keys.ts';
import { words } from '../words.ts';
import { ActSheet, isGrave, removableOf, type ActDetails } from './act-sheet.tsx';

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
  /** Another operator holds the case. */
  elsewhere: boolean;
  onDone: () => void;
};

/** All acts on a person, by button or key, in reach however long the case is; each asks for a reason and a note. */
export function CaseActs({ file, elsewhere, onDone }: Props) {
  const { user, reports } = file;
  const [chosen, setChosen] = useState<{ action: ModerationAction; seen: string }>();
  const act = useAct();
  const shown = { name: user.username, bio: user.bio };
  const possible = MODERATION_ACTIONS.filter((action) => {
    if (action === 'dismiss') return reports.length > 0;
    if (action === 'remove-photo') return user.photos.length > 0;
    if (action === 'remove-name') return removableOf(shown).length > 0;
    return action !== (user.suspended ? 'suspend' : 'reinstate');
  });
  const choose = (action: ModerationAction) => setChosen({ action, seen: latestUpdateOf(reports) });
  const close = () => {
    setChosen(undefined);
    act.reset();
  };
  const carryOut =
    ({ action, seen }: NonNullable<typeof chosen>) =>
    (details: ActDetails, forget: () => void) =>
      act.mutate(
        { userId: user.id, action, seen, ...details },
        {
          onSuccess: () => {
            forget();
            close();
            onDone();
            showToast(words.done(words.act[action]), { tone: 'good' });
          },
        },
      );
  useKeys(
    (key) => {
      const action = KEYS[key];
      if (action && possible.includes(action)) choose(action);
    },
    chosen === undefined && !elsewhere,
  );
  return (
    <section aria-label={words.acts} className="desk-acts foot docked z-10 flex flex-col gap-2 pb-5">
      <div className="flex flex-wrap gap-2">
        {possible.map((action) => (
          <Button
            key={action}
            size="medium"
            variant={isGrave(action) ? 'danger' : 'ghost'}
            disabled={elsewhere}
            onClick={() => choose(action)}
          >
            {words.act[action]}
          </Button>
        ))}
      </div>
      <p className="desk-keys text-caption text-soft">{words.keys}</p>
      {chosen && (
        <ActSheet
          key={chosen.action}
          title={words.confirm(words.act[chosen.action], user.username)}
          action={chosen.action}
          about={`${user.id}:${chosen.action}`}
          act={act}
          // What is under way can no longer be called off.
          onClose={() => act.isPending || close()}
          onCarryOut={carryOut(chosen)}
          {...(chosen.action === 'remove-name' ? { shown } : {})}
          {...(chosen.action === 'remove-photo' ? { file } : {})}
        />
      )}
    </section>
  );
}
