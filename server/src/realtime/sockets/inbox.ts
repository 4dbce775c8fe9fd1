import type { Frame } from '../frames/frames.ts';

/** Frames that may wait before the socket is no longer read. */
const MAX_WAITING = 64;

interface InboxActions {
  /** Answers a promise where the frame takes time; it must not reject. */
  handle: (frame: Frame) => Promise<void> | undefined;
  pause: () => void;
  resume: () => void;
}

/** Has frames handled strictly one after the other; a frame that takes time holds up those behind it. */
export interface Inbox {
  accept: (frame: Frame) => void;
  /** Calls back as soon as nothing is being handled and nothing waits. */
  whenIdle(callback: () => void): void;
  /** Forgets what waits. */
  close(): void;
  readonly paused: boolean;
}

export function createInbox({ handle, pause, resume }: InboxActions): Inbox {
  const waiting: Frame[] = [];
  let busy = false;
  let paused = false;
  let idle: (() => void) | undefined;

  return {
    accept(frame) {
      if (!busy) return start(frame);
      waiting.push(frame);
      if (waiting.length < MAX_WAITING || paused) return;
      paused = true;
      pause();
    },
    whenIdle(callback) {
      idle = callback;
      if (!busy) idle();
    },
    close() {
      waiting.length = 0;
      readOn(); // so that the closing handshake is read
    },
    get paused() {
      return paused;
    },
  };

  function start(frame: Frame) {
    const pending = handle(frame);
    if (!pending) return;
    busy = true;
    void pending.then(handleWaiting);
  }

  function handleWaiting() {
    busy = false;
    while (!busy) {
      const frame = waiting.shift();
      if (!frame) break;
      start(frame);
    }
    if (busy) return;
    readOn();
    idle?.();
  }

  function readOn() {
    if (!paused) return;
    paused = false;
    resume();
  }
}
