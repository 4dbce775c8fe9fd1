import type { Frame } from '../frames/frames.ts';

/** Frames that may be queued before the socket is paused. */
const MAX_WAITING = 64;
/** Frames handled before the event loop gets a turn; with 32, other connections notice no delay. */
const TURN = 32;

interface InboxActions {
  /** Handles a frame. Returns a promise if that takes time; it must not reject. */
  handle: (frame: Frame) => Promise<void> | undefined;
  /** Returns the milliseconds until the sender may be served again; 0 takes one frame from their allowance. */
  toll: () => number;
  socket: {
    /** False once the peer is gone and cannot receive a response. */
    readonly open: boolean;
    pause(): void;
    resume(): void;
  };
}

/** Handles frames strictly one after the other; a frame that takes time holds up those behind it. */
export interface Inbox {
  accept: (frame: Frame) => void;
  /** Calls back as soon as no frame is being handled or queued. */
  whenIdle(callback: () => void): void;
  /** Drops all queued frames. */
  close(): void;
  readonly paused: boolean;
}

export function createInbox({ handle, toll, socket }: InboxActions): Inbox {
  const waiting: Frame[] = [];
  let busy = false;
  let paused = false;
  let closed = false;
  let idle: (() => void) | undefined;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    accept(frame) {
      if (closed) return;
      waiting.push(frame);
      if (!busy) return handleWaiting();
      if (waiting.length < MAX_WAITING || paused) return;
      paused = true;
      socket.pause();
    },
    whenIdle(callback) {
      idle = callback;
      if (!busy) idle();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      waiting.length = 0;
      readOn(); // so that the closing handshake is read
    },
    get paused() {
      return paused;
    },
  };

  function handleWaiting() {
    busy = false;
    while (!busy) {
      if (waiting.length === 0) return rest();
      if (++turn > TURN) return giveWay();
      const wait = toll();
      if (wait > 0) return waitFor(wait);
      const pending = handle(waiting.shift()!);
      if (!pending) continue;
      busy = true;
      void pending.then(handleWaiting);
    }
  }

  /** Yields to the event loop, so that other connections are served and a loss of this one is noticed. */
  function giveWay() {
    turn = 0;
    busy = true;
    setImmediate(() => {
      if (!socket.open) waiting.length = 0;
      handleWaiting();
    });
  }

  function waitFor(milliseconds: number) {
    busy = true;
    timer = setTimeout(handleWaiting, milliseconds);
  }

  function rest() {
    readOn();
    idle?.();
  }

  function readOn() {
    if (!paused) return;
    paused = false;
    socket.resume();
  }
}
