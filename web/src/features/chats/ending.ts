import { MAX_VISIBILITY_MS } from '@herenow/contract/constants';
import { goIncognito, goOnline } from '@herenow/contract/presence';
import { api } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { showToast } from '../../ui/toast.tsx';
import { isActive, isEndAsked, remainingMs } from '../presence/index.ts';
import { ifMade, refreshMe, takeMe } from '../profile/index.ts';
import { words } from './parts-words.ts';

const SOON_MS = 10 * 60_000;

/**
 * Returns the milliseconds until a time within the next ten minutes, when users are asked to stay; undefined otherwise.
 */
export function endsSoon(until: string | null | undefined, now: number): number | undefined {
  const left = remainingMs(until, now);
  return left > 0 && left <= SOON_MS ? left : undefined;
}

/**
 * Keeps the status, extends the presence to the longest time allowed from now, and shows the result. Pins, chats and
 * the feed stay as they are.
 */
export async function extendPresence(): Promise<void> {
  try {
    // On another device, the user may have gone incognito or offline, which this one may not know yet.
    const me = await refreshMe();
    if (!isActive(me, serverNow())) throw new Error('There is nothing to extend.');
    const onlineUntil = new Date(serverNow() + MAX_VISIBILITY_MS).toISOString();
    const body = { userId: me.id, onlineUntil, dateOfBirth: me.dateOfBirth };
    await takeMe(() =>
      api(me.status === 'incognito' ? goIncognito : goOnline, { body }).catch(
        ifMade((now) => isEndAsked(now.onlineUntil, onlineUntil)),
      ),
    );
    showToast(words.extended, { tone: 'good' });
  } catch {
    showToast(words.extendFailed, { tone: 'bad' });
  }
}
