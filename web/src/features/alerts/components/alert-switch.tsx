import { useState } from 'react';
import { errorText, isStatus } from '../../../lib/api.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { allowPush, pushPermission } from '../../push/index.ts';
import { useAlert, useChangeAlert } from '../queries.ts';
import { words } from '../words.ts';

/** Whether one is told that people near become visible. The browser is asked at the moment one wants it. */
export function AlertSwitch({ userId, km }: { userId: string; km: number }) {
  const running = useAlert(userId);
  const change = useChangeAlert(userId);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const flip = async (on: boolean) => {
    // Disabling it would drop the focus of the user who has just pressed it.
    if (asking || change.isPending) return;
    setProblem(undefined);
    if (!on) return change.mutate(undefined);
    setAsking(true);
    const unable = await notAllowed();
    setAsking(false);
    if (unable) setProblem(unable);
    else change.mutate(km);
  };
  return (
    <div className="rounded-card bg-sunken px-4 text-start">
      <SwitchRow
        label={words.label}
        hint={running ? words.on(timeOf(running.until), running.maxDistanceKm) : words.off}
        checked={asking || (change.isPending ? change.variables !== undefined : running != null)}
        disabled={running === undefined}
        onCheckedChange={(on) => void flip(on)}
      />
      <InlineError>{problem ?? (change.isError && failureText(change.error))}</InlineError>
    </div>
  );
}

/** The same where there is nothing to set: stands only while it is on. */
export function RunningAlertSwitch({ userId }: { userId: string }) {
  const running = useAlert(userId);
  return running && <AlertSwitch userId={userId} km={running.maxDistanceKm} />;
}

/** Why this device cannot be told; undefined: it can. */
async function notAllowed(): Promise<string | undefined> {
  if (pushPermission() === 'unsupported') return words.unsupported;
  await allowPush();
  const permission = pushPermission();
  if (permission === 'denied') return words.denied;
  return permission === 'granted' ? undefined : words.notAllowed;
}

/** Where the browser could not be registered the server knows no device. */
const failureText = (error: Error) =>
  isStatus(error, 409) ? words.unreachable : errorText(error, words.failed);

const timeOf = (until: string) =>
  new Date(until).toLocaleTimeString(navigator.language, { hour: 'numeric', minute: '2-digit' });
