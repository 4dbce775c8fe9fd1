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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await erase();
      onDeleted?.();
    } catch (error) {
      // Only an operator is told why not.
      setProblem(explain?.(error) ?? (isStatus(error, 409) ? error.text : words.settings.deleteFailed));
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="danger" block onClick={() => setAsking(true)}>
        {words.settings.deleteAccount}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          setProblem(undefined);
        }}
        title={words.settings.deleteTitle}
        description={words.settings.deleteText}
        confirmText={words.settings.deleteConfirm}
        cancelText={words.settings.cancel}
        busy={busy}
        busyText={words.settings.deleting}
        error={problem}
        danger
        onConfirm={() => void confirm()}
      />
    </>
  );
}
