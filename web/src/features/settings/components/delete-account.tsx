import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { words } from '../words.ts';

type Props = {
  /** Deletes the account on the server and from the device. */
  erase: () => Promise<void>;
  /** What to say of a failure, instead of only that it failed. */
  explain?: (error: unknown) => string;
  onDeleted?: () => void;
};

/** The button that deletes the user's account after a confirmation. */
export function DeleteAccount({ erase, explain, onDeleted }: Props) {
  const [asking, setAsking] = useState(false);
  const deletion = useMutation({ mutationFn: erase, onSuccess: () => onDeleted?.() });
  const { error } = deletion;
  return (
    <>
      <Button variant="danger" block onClick={() => setAsking(true)}>
        {words.settings.deleteAccount}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (error) deletion.reset();
        }}
        title={words.settings.deleteTitle}
        description={words.settings.deleteText}
        confirmText={words.settings.deleteConfirm}
        cancelText={words.settings.cancel}
        busy={deletion.isPending || deletion.isSuccess}
        busyText={words.settings.deleting}
        // Only an operator is told why not.
        error={
          error
            ? (explain?.(error) ?? (isStatus(error, 409) ? error.text : words.settings.deleteFailed))
            : undefined
        }
        danger
        onConfirm={() => deletion.mutate()}
      />
    </>
  );
}
