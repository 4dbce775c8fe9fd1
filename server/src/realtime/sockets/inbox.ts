import { detached, type Frame } from '../frames/frames.ts';

/** Frames, and their bytes, that may be queued before the socket is paused. */
const MAX_WAITING = 64;
const MAX_WAITING_BYTES = 64 * 1024;
/** Frames handled before the event loop gets a turn; with 32, other connections notice no delay. */
const TURN = 32;

interface InboxActions {
  /** Handles a frame. Returns a promise if that takes time; it must not reject. */
  handle: (frame: Frame) => Promise<void> | undefined;
  /** Returns the milliseconds until the sender may be served again; 0 takes one frame from their allowance. */
  toll: () => number;
  /** Passes on what arrived while the inbox was not ready. */
  more: () => void;
  socket: {
    /** False once the peer is gone and cannot receive a response. */
    readonly open: boolean;
    pause(): void;
    resume(): void;
  };
}

/** Handles frames strictly one after the other; a slow frame delays those behind it. */
export function createInbox({ handle, toll, more, socket }: InboxActions) {
  const waiting: Frame[] = [];
  let bytes = 0;
  let busy = false;
  let paused = false;
  let reading = false;
  let closed = false;
  let idle: (() => void) | undefined;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    accept(frame: Frame): void {
      if (closed) return;
      bytes += frame.size;
      if (!busy) {
        waiting.push(frame);
        return handleWaiting();
      }
      // A copy, since the body is a view that would keep the whole received chunk alive meanwhile.
      waiting.push({ ...frame, body: detached(frame.body) });
      if (paused || (waiting.length < MAX_WAITING && bytes < MAX_WAITING_BYTES)) return;
      paused = true;
      socket.pause();
    },
    /** Whether it takes more frames. Until then they cost less memory unread. */
    ready: () => !paused,
    /** Calls back as soon as no frame is being handled or queued. */
    whenIdle(callback: () => void): void {
      idle = callback;
      if (!busy) idle();
    },
    /** Drops all queued frames. */
    close(): void {
      closed = true;
      clearTimeout(timer);
      drop();
      if (paused) socket.resume(); // so that the closing handshake is read
      paused = false;
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
      const frame = waiting.shift()!;
      bytes -= frame.size;
      const pending = handle(frame);
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
      if (!socket.open) drop();
      handleWaiting();
    });
  }

  function waitFor(milliseconds: number) {
    busy = true;
    timer = setTimeout(handleWaiting, milliseconds);
  }

  function drop() {
    waiting.length = 0;
    bytes = 0;
  }

  function rest() {
    if (reading) return;
    if (paused) readOn();
    if (!busy) idle?.();
  }

  /** Takes what arrived while paused. If that is too much again, the socket stays paused. */
  function readOn() {
    paused = false;
    reading = true;
    if (socket.open) more();
    reading = false;
    if (!paused) socket.resume();
  }
}
