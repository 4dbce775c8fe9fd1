import { REALTIME } from '@herenow/contract/constants';
import { STOMP_SUBPROTOCOLS, STOMP_VERSIONS, writeHead, type StompHeaders } from '@herenow/contract/stomp';
import { warn } from '../log.ts';
import { FrameReader, type StompFrame } from './frame-reader.ts';

export interface StompHandlers {
  onConnected: () => void;
  onMessage: (subscription: string, body: string) => void;
  onReceipt: (receipt: string) => void;
  /** Once, however the connection ended. */
  onClose: () => void;
}

export interface Stomp {
  subscribe: (id: string, destination: string, receipt?: string) => void;
  /** Returns false if the socket is not open; then nothing is written. */
  publish: (destination: string, body: string) => boolean;
  /** Says goodbye and closes. After this, no handler is called. */
  close: () => void;
}

/** Names the receipt of the DISCONNECT. */
const GOODBYE = 'goodbye';

/** Connects over a WebSocket with STOMP 1.2, 1.1 or 1.0, as the server chooses. It never reconnects by itself. */
export function openStomp(url: string, handlers: StompHandlers): Stomp {
  const socket = new WebSocket(url, [...STOMP_SUBPROTOCOLS]);
  socket.binaryType = 'arraybuffer';
  const reader = new FrameReader();
  const listening = new AbortController();
  const { signal } = listening;
  let told: StompHandlers | undefined = handlers;
  /** When the server was last heard, by the device's clock, in milliseconds. */
  let heard = 0;
  let beats: ReturnType<typeof setInterval> | undefined;
  let checks: ReturnType<typeof setInterval> | undefined;
  /** Ends what is not answered in time: the opening, and later the goodbye. */
  let patience = setTimeout(end, REALTIME.heartbeatMs);

  const isOpen = () => socket.readyState === WebSocket.OPEN;

  function write(command: string, headers: StompHeaders, body = ''): void {
    socket.send(`${writeHead(command, headers, reader.version)}${body}\0`);
  }

  /** Does not wait for the server to close, too: if it is silent, browsers wait a minute for that. */
  function end(): void {
    clearTimeout(patience);
    clearInterval(beats);
    clearInterval(checks);
    listening.abort();
    socket.close();
    const { onClose } = told ?? {};
    told = undefined;
    onClose?.();
  }

  function startHeartBeats(header = ''): void {
    // Milliseconds within which the server sends something, and within which it wants to hear something; 0 for never.
    const [sends = 0, wants = 0] = header.split(',').map(Number);
    if (wants)
      beats = setInterval(() => isOpen() && socket.send('\n'), Math.max(wants, REALTIME.heartbeatMs));
    if (!sends) return;
    const interval = Math.max(sends, REALTIME.heartbeatMs);
    checks = setInterval(() => Date.now() - heard > 2 * interval && end(), interval);
  }

  function handle({ command, headers, body }: StompFrame): void {
    if (command === 'CONNECTED' && !reader.version) {
      clearTimeout(patience);
      const version = headers.get('version');
      reader.version = STOMP_VERSIONS.find((known) => known === version) ?? '1.0';
      if (reader.version !== '1.0') startHeartBeats(headers.get('heart-beat'));
      told?.onConnected();
    }
    if (command === 'MESSAGE') told?.onMessage(headers.get('subscription') ?? '', body);
    if (command === 'RECEIPT') {
      const receipt = headers.get('receipt-id') ?? '';
      if (receipt === GOODBYE) end();
      else told?.onReceipt(receipt);
    }
    // The server closes after it; that decides what happens.
    if (command === 'ERROR') warn('Channel refused', headers.get('message') ?? '');
  }

  function open(): void {
    const { heartbeatMs } = REALTIME;
    write('CONNECT', [
      ['accept-version', STOMP_VERSIONS.join()],
      ['host', new URL(url).hostname],
      ['heart-beat', `${heartbeatMs},${heartbeatMs}`],
    ]);
  }

  function hear({ data }: MessageEvent<string | ArrayBuffer>): void {
    heard = Date.now();
    const frames = reader.read(data);
    for (;;) {
      let frame: StompFrame | void;
      try {
        frame = frames.next().value;
      } catch (error) {
        warn('Channel failed', error);
        return end();
      }
      if (!frame) return undefined;
      handle(frame);
    }
  }

  socket.addEventListener('open', open, { signal });
  socket.addEventListener('message', hear, { signal });
  // The close event that follows decides what happens.
  socket.addEventListener('error', () => warn('Channel failed'), { signal });
  socket.addEventListener('close', end, { signal });

  return {
    subscribe: (id, destination, receipt) =>
      write('SUBSCRIBE', [
        ['id', id],
        ['destination', destination],
        ...(receipt === undefined ? [] : [['receipt', receipt] as const]),
      ]),
    publish(destination, body) {
      if (!isOpen()) return false;
      const length = String(new TextEncoder().encode(body).length);
      write(
        'SEND',
        [
          ['destination', destination],
          ['content-length', length],
        ],
        body,
      );
      return true;
    },
    close() {
      told = undefined;
      // A socket that is not open, or not connected yet, cannot send a DISCONNECT frame.
      if (!isOpen() || !reader.version) return end();
      clearInterval(beats);
      write('DISCONNECT', [['receipt', GOODBYE]]);
      patience = setTimeout(end, REALTIME.heartbeatMs);
    },
  };
}
