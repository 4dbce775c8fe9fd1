import { BULK_ACTIONS } from '@herenow/contract/constants';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { Chip } from '../../../ui/chip.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useProblem } from '../../../ui/use-problem.ts';
import { useActOnMany } from '../queries.ts';
import { words } from '../words.ts';
import { ActSheet } from './act-sheet.tsx';

type Props = {
  userIds: readonly string[];
  /** When the latest report that the operator has seen was created or changed. */
  seen: string;
  onClose: () => void;
  onDone: () => void;
};

/** Applies one act to several people of the queue; each is logged. Cases held by another operator are skipped. */
export function BulkActs({ userIds, seen, onClose, onDone }: Props) {
  const act = useActOnMany();
  // The sheet shows it itself until it is closed.
  const [, setProblem] = useProblem();
  const [action, setAction] = useState<(typeof BULK_ACTIONS)[number]>('dismiss');
  return (
    <ActSheet
      title={words.bulkTitle(userIds.length)}
      action={action}
      about={userIds.join()}
      act={act}
      onClose={onClose}
      onCarryOut={(details, forget) =>
        // By then the queue may be empty and this component unmounted.
        void act.mutateAsync({ userIds: [...userIds], action, seen, ...details }).then(
          ({ entries, refused }) => {
            forget();
            onDone();
            showToast(words.bulkDone(entries.length, refused.length), {
              tone: refused.length > 0 ? 'plain' : 'good',
            });
          },
          (error: unknown) => setProblem(errorText(error, words.actFailed)),
        )
      }
    >
      <div role="group" aria-label={words.acts} className="mb-4 flex flex-wrap gap-2">
        {BULK_ACTIONS.map((one) => (
          <Chip key={one} selected={action === one} onToggle={() => setAction(one)}>
            {words.act[one]}
          </Chip>
        ))}
      </div>
    </ActSheet>
  );
}
