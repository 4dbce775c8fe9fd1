import { useState } from 'react';
import { ApiError, errorText } from '../../../lib/api.ts';
import { cx } from '../../../ui/cx.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { listCardClass } from '../../../ui/list-row.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { allowPush, pushPermission } from '../../push/index.ts';
import { useAlert, useChangeAlert } from '../queries.ts';
import { words } from '../words.ts';

/** Turns alerts about people near who become visible on or off. Asks for the browser's permission when turned on. */
export function AlertSwitch({ userId, km }: { userId: string; km: number }) {
  const running = useAlert(userId);
  const change = useChangeAlert(userId);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const flip = async (on: boolean) => {
    // A disabled switch would lose the keyboard focus right after it was pressed.
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
    <div className="text-start">
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

/** The same switch for screens without a distance to set: rendered only while the alert is on. */
export function RunningAlertSwitch({ userId }: { userId: string }) {
  const running = useAlert(userId);
  return (
    running && (
      <div className={cx(listCardClass, 'mb-4')}>
        <AlertSwitch userId={userId} km={running.maxDistanceKm} />
      </div>
    )
  );
}

/** Asks for the permission. Returns why this device cannot receive alerts; undefined if it can. */
async function notAllowed(): Promise<string | undefined> {
  if (pushPermission() === 'unsupported') return words.unsupported;
  await allowPush();
  const permission = pushPermission();
  if (permission === 'denied') return words.denied;
  return permission === 'granted' ? undefined : words.notAllowed;
}

/** The code of `noDevice`: importing the refusal would add all of them. */
const NO_DEVICE = 'no-device';
/** Without a device, the browser could not subscribe to pushes. */
const failureText = (error: Error) =>
  error instanceof ApiError && error.code === NO_DEVICE ? words.unreachable : errorText(error, words.failed);

const timeOf = (until: string) =>
  new Date(until).toLocaleTimeString(navigator.language, { hour: 'numeric', minute: '2-digit' });
