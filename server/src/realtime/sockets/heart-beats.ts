import type { HeartBeats } from '../frames/negotiation.ts';

export type HeartBeatTimers = ReturnType<typeof startHeartBeats>;

interface HeartBeatActions {
  beat(): void;
  /** The peer was silent for twice the interval it promised. */
  missed(): void;
  /** True while reading from the peer is paused on purpose, so that its silence means nothing. */
  paused(): boolean;
}

/**
 * Starts the timers. Both directions tick at half their interval and check a flag: no clock is read per message, the
 * gap between two sends stays below the interval, and a silent peer is cut off after 2 to 2.5 intervals.
 */
export function startHeartBeats({ outgoing, incoming }: HeartBeats, actions: HeartBeatActions) {
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
    /** Something was sent: no heart-beat is due for now. */
    sent(): void {
      sentSinceTick = true;
    },
    /** Something arrived: the peer is alive. */
    heard(): void {
      silentTicks = 0;
    },
    stop(): void {
      clearInterval(sending);
      clearInterval(listening);
    },
  };
}
