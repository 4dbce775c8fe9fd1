/**
 * The load's own WebSocket client: frames as Buffers straight on a TCP socket, so that what is measured is
 * the server and not a library in the client.
 */
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  /** Writes one or several whole WebSocket frames. */
  write(frames: Buffer): void;
  close(): void;
}

export interface RawSocketOptions {
  port: number;
  path: string;
  protocol?: string | undefined;
  /** The loopback address to connect from; load uses several, because each has only about 28,000 ports. */
  localAddress: string;
  /** Called for each data frame; the payload is valid during the call only. */
  onMessage(payload: Buffer): void;
  /** Called when the server has closed the connection, or when it broke. */
  onEnd(reason: string): void;
}

const TEXT = 0x81;
const MASKED = 0x80;
const CLOSE = 8;
const LAST_CONTROL = 15;

/** Returns a masked text frame; its mask is zero, which the server undoes like any other. */
export function clientFrame(payload: string): Buffer {
  const body = Buffer.from(payload);
  const extended = body.length > 125;
  const frame = Buffer.alloc((extended ? 8 : 6) + body.length);
  frame[0] = TEXT;
  if (extended) {
    frame[1] = MASKED | 126;
    frame.writeUInt16BE(body.length, 2);
  } else frame[1] = MASKED | body.length;
  body.copy(frame, frame.length - body.length);
  return frame;
}

/** Resolves when the upgrade is done; rejects with the status line if it is refused. */
export function openWebSocket(options: RawSocketOptions): Promise<RawSocket> {
  const { port, path, protocol, localAddress } = options;
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true });
  const upgraded = Promise.withResolvers<RawSocket>();
  const read = createReader(options.onMessage, (reason) => socket.destroy(new Error(reason)));
  let head: Buffer | undefined = Buffer.alloc(0);
  let closing = false;

  socket.on('connect', () => socket.write(upgradeRequest(path, protocol)));
  socket.on('data', (chunk: Buffer) => {
    if (!head) return read(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    const rest = head.subarray(end + 4);
    const status = head.toString('latin1', 0, head.indexOf('\r\n'));
    head = undefined;
    if (!status.includes(' 101 ')) return socket.destroy(new Error(`The upgrade was refused: ${status}`));
    upgraded.resolve(handle(socket, () => (closing = true)));
    if (rest.length > 0) read(rest);
  });
  socket.on('error', (error) => upgraded.reject(error));
  socket.on('close', () => {
    upgraded.reject(new Error('The connection closed before its upgrade.'));
    if (!closing) options.onEnd('The server closed a connection.');
  });
  return upgraded.promise;
}

function handle(socket: Socket, onClose: () => void): RawSocket {
  return {
    write: (frames) => void socket.write(frames),
    close() {
      onClose();
      // A reset leaves no port in TIME_WAIT, so that ten thousand connections can be opened again at once.
      socket.resetAndDestroy();
    },
  };
}

function upgradeRequest(path: string, protocol: string | undefined): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
    `${protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : ''}\r\n`
  );
}

/** Splits received chunks into frames; copies only frames that span several chunks. */
function createReader(onMessage: (payload: Buffer) => void, onClosed: (reason: string) => void) {
  let carried: Buffer | undefined;

  function take(source: Buffer, start: number, { head, length }: FrameSize): void {
    const opcode = source[start]! & LAST_CONTROL;
    if (opcode === CLOSE) onClosed(`closed with ${source.readUInt16BE(start + head)}`);
    else if (opcode < CLOSE) onMessage(source.subarray(start + head, start + head + length));
  }

  /** Completes the frame begun in earlier chunks; returns where the rest of this chunk begins. */
  function completeCarried(chunk: Buffer): number {
    const whole = Buffer.concat([carried!, chunk.subarray(0, 10)]);
    const size = frameSize(whole, 0, whole.length);
    const missing = size ? size.head + size.length - carried!.length : Infinity;
    if (missing > chunk.length) {
      carried = Buffer.concat([carried!, chunk]);
      return chunk.length;
    }
    const frame = Buffer.concat([carried!, chunk.subarray(0, missing)]);
    carried = undefined;
    take(frame, 0, size!);
    return missing;
  }

  return (chunk: Buffer): void => {
    let at = carried ? completeCarried(chunk) : 0;
    while (at < chunk.length) {
      const size = frameSize(chunk, at, chunk.length);
      if (!size || at + size.head + size.length > chunk.length) break;
      take(chunk, at, size);
      at += size.head + size.length;
    }
    if (at < chunk.length) carried = Buffer.from(chunk.subarray(at));
  };
}

interface FrameSize {
  head: number;
  length: number;
}

/** Returns the size of a frame, or undefined while its head is incomplete. */
function frameSize(source: Buffer, at: number, end: number): FrameSize | undefined {
  if (end - at < 2) return undefined;
  const short = source[at + 1]! & 127;
  if (short < 126) return { head: 2, length: short };
  if (short === 126) return end - at < 4 ? undefined : { head: 4, length: source.readUInt16BE(at + 2) };
  return end - at < 10 ? undefined : { head: 10, length: Number(source.readBigUInt64BE(at + 2)) };
}
