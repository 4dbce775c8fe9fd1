import type { NotificationSettings } from '@herenow/contract/entities';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { goUp } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { useStoredElsewhere, useWindowEvent } from '../../../lib/window-events.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { listCardClass } from '../../../ui/list-row.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { useProblem } from '../../../ui/use-problem.ts';
import { canVibrate, readSignals, saveSignals } from '../../../lib/signals.ts';
import { RunningAlertSwitch } from '../../alerts/index.ts';
import { ifMade, saveMe } from '../../profile/index.ts';
import { allowPush, askForPush, pushPermission } from '../../push/index.ts';
import { words } from '../words.ts';

type Toggle = keyof NotificationSettings;

const sections: readonly { title: string; toggles: readonly Toggle[] }[] = [
  { title: words.notifications.push, toggles: ['pushNotificationMessages', 'pushNotificationPin'] },
  { title: words.notifications.inApp, toggles: ['inAppMessages', 'inAppPin'] },
  { title: words.notifications.email, toggles: ['emailNewsAndUpdatesNotifications'] },
];

export default function NotificationsScreen() {
  const { id, notificationSettings: saved } = useMe();
  // Pending changes, shown optimistically; after a failure the saved value shows again.
  const [pending, setPending] = useState<Partial<NotificationSettings>>({});
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [problem, setProblem] = useProblem();
  const save = useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: (changes: Partial<NotificationSettings>) =>
      saveMe({ notificationSettings: changes }).catch(
        ifMade(({ notificationSettings: now }) =>
          Object.entries(changes).every(([key, on]) => now[key as Toggle] === on),
        ),
      ),
    onError: (_, changes) => {
      setFailed((keys) => [...keys, ...Object.keys(changes)]);
      setProblem(words.notifications.saveFailed);
    },
    onSettled: (_, __, changes) =>
      setPending((now) => {
        const rest = { ...now };
        for (const key of Object.keys(changes) as Toggle[]) if (rest[key] === changes[key]) delete rest[key];
        return rest;
      }),
  });
  const flip = (key: Toggle, on: boolean) => {
    setPending((now) => ({ ...now, [key]: on }));
    setFailed((keys) => keys.filter((other) => other !== key));
    save.mutate({ [key]: on });
  };
  return (
    <SubPage title={words.notifications.title} onBack={() => goUp('/settings')}>
      {sections.map(({ title, toggles }, at) => (
        <Group key={title} title={title}>
          {at === 0 && <Permission />}
          {at === 0 && <RunningAlertSwitch userId={id} />}
          <div className="flex flex-col gap-2">
            <div className={listCardClass}>
              {toggles.map((key) => (
                <SwitchRow
                  key={key}
                  label={words.notifications[key]}
                  checked={pending[key] ?? saved[key]}
                  onCheckedChange={(on) => flip(key, on)}
                />
              ))}
            </div>
            <InlineError>{toggles.some((key) => failed.includes(key)) && problem}</InlineError>
          </div>
        </Group>
      ))}
      <OnThisDevice />
    </SubPage>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-2 text-small font-semibold text-soft">{title}</h2>
      {children}
    </section>
  );
}

/** Stored on this device only: another device may lie on a table where others see it. */
function OnThisDevice() {
  const [signals, setSignals] = useState(readSignals);
  const follow = () => setSignals(readSignals());
  useStoredElsewhere(follow);
  const flip = (change: Partial<typeof signals>) => {
    saveSignals({ ...readSignals(), ...change });
    follow();
  };
  const { device, sound, vibration } = words.notifications;
  return (
    <Group title={device}>
      <div className={listCardClass}>
        <SwitchRow label={sound} checked={signals.sound} onCheckedChange={(on) => flip({ sound: on })} />
        {canVibrate() && (
          <SwitchRow
            label={vibration}
            checked={signals.vibration}
            onCheckedChange={(on) => flip({ vibration: on })}
          />
        )}
      </div>
    </Group>
  );
}

/** Listens to changes of the browser's permission, where it tells of them, until the returned function is called. */
function followPermission(changed: () => void): () => void {
  const following = new AbortController();
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', changed, { signal: following.signal }),
    () => undefined,
  );
  return () => following.abort();
}

/** The switches are the user's wishes; this shows whether the browser permits notifications at all. */
function Permission() {
  const [permission, setPermission] = useState(pushPermission);
  // The user may have been in the settings of the browser, or changes them beside the page.
  const look = () => {
    if (permission === 'denied') askForPush();
    setPermission(pushPermission());
  };
  useWindowEvent('appVisible', look);
  const changed = useEffectEvent(look);
  useEffect(() => followPermission(() => changed()), []);
  if (permission === 'denied') {
    return <p className="mb-2 text-small text-soft">{words.notifications.blocked}</p>;
  }
  if (permission !== 'default') return null;
  return (
    <Button
      variant="ghost"
      size="medium"
      className="my-2"
      onClick={() => void allowPush().then(() => setPermission(pushPermission()))}
    >
      {words.notifications.allow}
    </Button>
  );
}
