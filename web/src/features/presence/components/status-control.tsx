import { useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { StatusButton } from '../../../ui/status-pill.tsx';
import { openVisibility } from '../sheet-store.ts';
import { countdown, remainingMs, statusOf } from '../visibility.ts';
import { words } from '../words.ts';

/** The status button of the top bar; opens the visibility sheet. */
export function StatusControl() {
  const me = useSession().user ?? undefined;
  const now = useNow();
  const status = statusOf(me, now);
  const remaining = remainingMs(me?.onlineUntil, now);
  const left = remaining > 0 ? countdown(remaining) : '';
  const text =
    status === 'offline' ? words.offline : status === 'incognito' && left === '' ? words.incognito : left;
  return (
    <StatusButton
      tone={status}
      aria-label={words.statusLabel[status](left)}
      onClick={() => openVisibility({ flow: 'main' })}
    >
      {text}
    </StatusButton>
  );
}
