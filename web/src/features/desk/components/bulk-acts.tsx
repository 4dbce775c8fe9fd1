import { BULK_ACTIONS } from '@herenow/contract/constants';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useActOnMany } from '../queries.ts';
import { words } from '../words.ts';
import { ActFields, useActDetails } from './act-fields.tsx';

type Props = { userIds: readonly string[]; onClose: () => void; onDone: () => void };

/** One act on several people of the queue; each is logged on its own, and who is held by somebody else is left out. */
export function BulkActs({ userIds, onClose, onDone }: Props) {
  const act = useActOnMany();
  const [action, setAction] = useState<(typeof BULK_ACTIONS)[number]>('dismiss');
  const { details, fields } = useActDetails(action);
  const carryOut = () =>
    act.mutate(
      { userIds: [...userIds], action, ...details },
      {
        onSuccess: ({ entries, refused }) => {
          onDone();
          showToast(words.bulkDone(entries.length, refused.length), {
            tone: refused.length > 0 ? 'plain' : 'good',
          });
        },
      },
    );
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.bulkTitle(userIds.length)}
      footer={
        <>
          <InlineError>{act.isError && errorText(act.error, words.caseFailed)}</InlineError>
          <Button
            block
            variant={action === 'suspend' ? 'danger' : 'primary'}
            busy={act.isPending}
            busyText={words.acting}
            onClick={carryOut}
          >
            {words.act[action]}
          </Button>
        </>
      }
    >
      <div role="group" aria-label={words.acts} className="mb-4 flex flex-wrap gap-2">
        {BULK_ACTIONS.map((one) => (
          <Chip key={one} selected={action === one} onToggle={() => setAction(one)}>
            {words.act[one]}
          </Chip>
        ))}
      </div>
      <ActFields {...fields} />
    </Sheet>
  );
}
