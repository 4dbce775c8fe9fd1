import { bareCr, StompError, type StompVersion } from '@herenow/contract/stomp';
import type { Dispatcher, Sender } from './destinations.ts';
import { encodeFrame, refusalEnd } from '../frames/encode.ts';
import { createFrameParser, type Frame } from '../frames/frames.ts';
import { startHeartBeats, type HeartBeatTimers } from './heart-beats.ts';
import { createInbox } from './inbox.ts';
import { negotiateHeartBeats, negotiateVersion, supportedVersions } from '../frames/negotiation.ts';
import { createSends } from './sends.ts';
import {
  createSubscriptions,
  required,
  unknownDestination,
  type QueueTable,
  type Subscriptions,
} from './subscriptions.ts';
import { createTransactions } from './transactions.ts';
import type { Log } from '../../lib/log.ts';
import { fault } from '@herenow/contract/refusals';

/** The queue that reports refused SENDs to a client. */
const ERRORS_QUEUE = 'errors';
const HEART_BEAT = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);

/** The socket below a connection. */
export interface Transport {
  send(bytes: Buffer): void;
  /** Closes once everything sent has been written. */
  close(code: number, reason: string): void;
  pause(): void;
  resume(): void;
  /** False once the peer is gone or closing. */
  readonly open: boolean;
}

export interface ConnectionOptions {
  id: string;
  /** The WebSocket subprotocol that was agreed on; empty for none. */
  subprotocol: string;
  sender: Sender;
  transport: Transport;
  dispatcher: Dispatcher;
  queues: QueueTable;
  /** Settles when messages for this user arrive at this node; CONNECT gets its response only then. */
  reachable: Promise<void> | void;
  heartBeatMs: number;
  /** Returns the milliseconds until the user’s next frame may be handled; 0 takes one frame from their allowance. */
  toll: () => number;
  log: Log;
  onSend: (destination: string, outcome: 'handled' | 'refused') => void;
}

/** One socket’s connection: frames are handled strictly one after the other. */
export interface Connection {
  readonly sender: Sender;
  receive(chunk: Buffer): void;
  /** Delivers a message. `end` is its encoded end; returns how many frames were sent. */
  deliver(queue: string, end: Buffer): number;
  /** Sends the reason in an ERROR frame, then closes. */
  fail(error: StompError, frame?: Frame): void;
  close(code: number, reason: string): void;
  /** Handles what has arrived, then closes. */
  finish(code: number, reason: string): void;
  /** Cleans up after the socket has closed. */
  lost(): void;
  readonly state: 'opened' | 'connected' | 'ended';
}

export function createConnection(options: ConnectionOptions): Connection {
  const { sender, transport, dispatcher, log } = options;
  const parser = createFrameParser();
  const inbox = createInbox({ handle, toll: options.toll, more: () => read(NOTHING), socket: transport });
  let state: Connection['state'] = 'opened';
  let subscriptions: Subscriptions | undefined;
  let heartBeats: HeartBeatTimers | undefined;
  // Created on demand: of thousands of connections, most only listen.
  const sending = lazily(() =>
    createSends(options, ({ code, body }) => deliver(ERRORS_QUEUE, refusalEnd(JSON.stringify(body), code))),
  );
  const held = lazily(createTransactions);

  return {
    sender,
    receive,
    deliver,
    fail,
    close: end,
    finish: (code, reason) => inbox.whenIdle(() => end(code, reason)),
    lost: stop,
    get state() {
      return state;
    },
  };

  function receive(chunk: Buffer) {
    heartBeats?.heard();
    read(chunk);
  }

  function read(chunk: Buffer) {
    if (state === 'ended') return;
    try {
      parser.push(chunk, inbox.accept, inbox.ready);
    } catch (error) {
      failWith(error);
    }
  }

  function deliver(queue: string, end: Buffer): number {
    if (state !== 'connected' || !subscriptions) return 0;
    try {
      // An error belongs to one SEND, so it is sent once, however many subscriptions the sender has.
      return subscriptions.deliver(queue, end, send, queue === ERRORS_QUEUE);
    } catch (error) {
      failWith(error);
      return 0;
    }
  }

  function handle(frame: Frame): Promise<void> | undefined {
    if (state === 'ended') return undefined;
    try {
      const pending = act(frame);
      if (!pending) {
        confirm(receiptOf(frame));
        return undefined;
      }
      return pending
        .then((done) => (done ? confirm(receiptOf(frame)) : undefined))
        .catch((error: unknown) => failWith(error, frame));
    } catch (error) {
      failWith(error, frame);
      return undefined;
    }
  }

  /** Acts on a frame. If that takes time, returns a promise, which resolves to false if the frame was refused. */
  function act(frame: Frame): Promise<boolean> | undefined {
    if (frame.command === 'CONNECT' || frame.command === 'STOMP') return connect(frame);
    if (!subscriptions) throw new StompError('Not connected', 'The first frame must be CONNECT or STOMP.');
    if (frame.body.length > 0 && frame.command !== 'SEND' && parser.version !== '1.0')
      throw new StompError('Malformed frame', `${frame.command.slice(0, 20)} must not have a body.`);
    switch (frame.command) {
      case 'SEND':
        return sendToApplication(frame);
      case 'SUBSCRIBE':
        subscriptions.add(frame);
        break;
      case 'UNSUBSCRIBE':
        subscriptions.remove(frame);
        break;
      case 'ACK':
        acknowledge(frame, subscriptions);
        break;
      case 'NACK':
        if (parser.version === '1.0') throw unknownCommand(frame);
        acknowledge(frame, subscriptions);
        break;
      case 'BEGIN':
        held().begin(frame);
        break;
      case 'COMMIT':
        return sending().commit(held().take(frame), confirm);
      case 'ABORT':
        held().take(frame);
        break;
      case 'DISCONNECT':
        confirm(receiptOf(frame));
        end(1000, 'goodbye');
        break;
      default:
        throw unknownCommand(frame);
    }
    return undefined;
  }

  function connect(frame: Frame): Promise<boolean> | undefined {
    if (subscriptions) throw new StompError('Already connected', 'A connection may send CONNECT only once.');
    const version = negotiateVersion(frame.headers.get('accept-version'), options.subprotocol);
    if (!version)
      throw new StompError(
        'Unsupported version',
        `Supported protocol versions are ${supportedVersions(options.subprotocol)}`,
      );
    if (version === '1.2' && [...frame.headers].some((header) => header.join().includes('\r')))
      throw bareCr();
    if (frame.body.length > 0 && version !== '1.0')
      throw new StompError('Malformed frame', `${frame.command} must not have a body.`);
    const beats = negotiateHeartBeats(frame.headers.get('heart-beat'), version, options.heartBeatMs);
    parser.version = version;
    subscriptions = createSubscriptions(options.queues, version, `${options.id}-`);
    const answer = () => {
      if (state === 'ended') return false;
      state = 'connected';
      send(connectedFrame(version, options));
      heartBeats = startHeartBeats(beats, {
        beat: () => transport.send(HEART_BEAT),
        missed: () => fail(new StompError('Heart-beat missed', 'Nothing arrived for twice the agreed time.')),
        paused: () => inbox.paused,
      });
      return true;
    };
    if (options.reachable)
      return options.reachable.then(answer, (error: unknown) => unreachable(error, options));
    answer();
    return undefined;
  }

  function sendToApplication(frame: Frame): Promise<boolean> | undefined {
    const destination = required(frame, 'destination');
    if (!dispatcher.has(destination)) throw unknownDestination(destination);
    if (!frame.headers.has('transaction')) return sending().run(destination, frame.body);
    held().hold(frame, { destination, body: frame.body });
    return undefined;
  }

  function acknowledge(frame: Frame, from: Subscriptions) {
    const apply = from.acknowledge(frame);
    if (!frame.headers.has('transaction')) apply();
    else held().hold(frame, { acknowledge: apply });
  }

  function confirm(receipt: string | undefined) {
    if (receipt === undefined || state === 'ended') return;
    send(encodeFrame('RECEIPT', [['receipt-id', receipt]], parser.version));
  }

  function send(bytes: Buffer) {
    heartBeats?.sent();
    transport.send(bytes);
  }

  function failWith(error: unknown, frame?: Frame) {
    if (error instanceof StompError) return fail(error, frame);
    log.error({ err: error, requestId: options.id, userId: sender.userId }, 'realtime connection failed');
    fail(new StompError('Internal error', fault.text), frame);
  }

  function fail(error: StompError, frame?: Frame) {
    if (state === 'ended') return;
    const headers: Array<[string, string]> = [['message', error.message]];
    if (!parser.version) headers.push(['version', supportedVersions(options.subprotocol)]);
    const receipt = frame ? frame.headers.get('receipt') : error.receipt;
    if (receipt !== undefined && parser.version) headers.push(['receipt-id', receipt]);
    headers.push(['content-type', 'text/plain']);
    send(encodeFrame('ERROR', headers, parser.version, error.detail));
    end(1002, error.message);
  }

  function end(code: number, reason: string) {
    if (state === 'ended') return;
    stop();
    transport.close(code, reason);
  }

  function stop() {
    state = 'ended';
    heartBeats?.stop();
    inbox.close();
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function connectedFrame(version: StompVersion, { id, heartBeatMs }: ConnectionOptions): Buffer {
  const interval = version === '1.0' ? 0 : heartBeatMs;
  return encodeFrame('CONNECTED', [
    ['version', version],
    ['session', id],
    ['server', 'herenow'],
    ['heart-beat', `${interval},${interval}`],
  ]);
}

/** Returns the receipt to send once the frame is handled. For a step held back by a transaction, COMMIT sends it. */
function receiptOf({ command, headers }: Frame): string | undefined {
  if (command === 'CONNECT' || command === 'STOMP') return undefined;
  const heldBack = headers.has('transaction') && ['SEND', 'ACK', 'NACK'].includes(command);
  return heldBack ? undefined : headers.get('receipt');
}

const unknownCommand = (frame: Frame) =>
  new StompError(
    'Unknown command',
    `There is no frame ${JSON.stringify(frame.command.slice(0, 20))} in this version of STOMP.`,
  );

function unreachable(error: unknown, { id, log }: ConnectionOptions): never {
  log.error({ err: error, requestId: id }, 'realtime bus does not answer');
  throw new StompError('Not available', 'Realtime messages are not available right now. Please try again.');
}
