import type { HeartBeats } from '../frames/negotiation.ts';

export interface HeartBeatTimers {
  /** Something was sent: no heart-beat is due for now. */
  sent(): void;
  /** Something arrived: the peer lives. */
  heard(): void;
  stop(): void;
}

interface HeartBeatActions {
  beat(): void;
  /** The peer was silent for twice its promise. */
  missed(): void;
  /** True while nothing is read from the peer on purpose, so that its silence says nothing. */
  paused(): boolean;
}

/**
 * Both directions tick at half their interval and look at a flag: no clock is read per message, the gap
 * between two sends stays under the interval, and a silent peer is cut off after 2 to 2.5 intervals.
 */
export function startHeartBeats(
  { outgoing, incoming }: HeartBeats,
  actions: HeartBeatActions,
): HeartBeatTimers {
  let sentSinceTick = true;
  let silentTicks = 0;
  const sending = outgoing > 0 ? setInterval(tickOut, outgoing / 2) : undefined;
  const listening = incoming > 0 ? setInterval(tickIn, incoming / 2) : undefined;

  function tickOut() {
    if (!sentSinceTick) actions.beat();
    sentSinceTick = false;
  }

  function tickIn() {
    silentTicks = actions.paused() ? 0 : silentTicks + 1;
    if (silentTicks > 4) actions.missed();
  }

  return {
    sent() {
      sentSinceTick = true;
    },
    heard() {
      silentTicks = 0;
    },
    stop() {
      clearInterval(sending);
      clearInterval(listening);
    },
  };
}
