import { useSyncExternalStore } from 'react';
import { PresenceBanner } from '../features/presence/index.ts';
import { listenToAll } from '../lib/window-events.ts';
import { Banner } from '../ui/banner.tsx';
import { channelTrouble } from './told-later.ts';
import { words } from './words.ts';

/**
 * Shows notices about the whole page, over it, so that nothing moves: no network, a lost channel, a change of
 * visibility. From 1024 px the padding of the shell keeps them clear of the rail, if there is one.
 */
export function Bars() {
  const offline = !useOnline();
  const trouble = channelTrouble.use();
  return (
    <div className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.25rem)] z-30 flex flex-col items-center gap-2 gutter lg:top-2 lg:ps-[inherit] lg:pe-0">
      <Banner tone="warn">{offline && words.offline}</Banner>
      <Banner
        tone="info"
        action={
          <button
            type="button"
            onClick={() => void reconnect()}
            className="-my-2 min-h-11 shrink-0 rounded-small px-2 font-bold underline underline-offset-4"
          >
            {words.reconnect}
          </button>
        }
      >
        {!offline && trouble && (trouble === 'given-up' ? words.channelLost : words.unreachable)}
      </Banner>
      <PresenceBanner />
    </div>
  );
}

/** A channel that was lost was open before, so its code is already loaded. */
async function reconnect(): Promise<void> {
  const { realtime } = await import('../lib/realtime/index.ts');
  realtime.reconnect();
}

const followNetwork = (listener: () => void) => listenToAll(['online', 'offline'], listener);
const useOnline = () => useSyncExternalStore(followNetwork, () => navigator.onLine);
