import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { DIALECTS, NUMBER_DIGITS, NUMBER_MARK, type Dialect } from './dialects.ts';
import { createStopwatch } from './latencies.ts';
import type { LoadCommands } from './load-protocol.ts';
import { evenly, paced, within } from './pacing.ts';
import { openWebSocket, type RawSocket } from './websocket.ts';

type Input<C extends keyof LoadCommands> = LoadCommands[C]['input'];
type Receive = (index: number, payload: Buffer) => void;

const SOURCES = 8;
const DRAIN_SECONDS = 5;

export type LiveLoad = ReturnType<typeof createLiveLoad>;

/** Creates the part of the load that uses WebSocket connections. */
export function createLiveLoad() {
  let dialect: Dialect = DIALECTS.plain;
  let sockets: RawSocket[] = [];
  let names: string[] = [];
  let receive: Receive = () => {};
  let broken: string | undefined;

  async function openOne(port: number, index: number): Promise<void> {
    const name = names[index]!;
    const greeted = Promise.withResolvers<void>();
    const greeting = dialect.greeting(name);
    let isGreeted = greeting === undefined;
    // Not unhandled: until the upgrade, `openWebSocket` itself rejects with the error.
    greeted.promise.catch(() => {});
    const socket = await openWebSocket({
      port,
      path: dialect.path(name),
      protocol: dialect.protocol,
      localAddress: `127.0.0.${2 + (index % SOURCES)}`,
      onMessage(payload) {
        if (isGreeted) return receive(index, payload);
        const text = payload.toString('latin1', 0, 40);
        if (text.startsWith('ERROR')) greeted.reject(new Error(payload.toString()));
        if (!text.startsWith(dialect.ready)) return;
        isGreeted = true;
        greeted.resolve();
      },
      onEnd(reason) {
        broken = reason;
        greeted.reject(new Error(reason));
      },
    });
    sockets[index] = socket;
    if (!greeting) return;
    socket.write(greeting);
    await greeted.promise;
  }

  async function open(input: Input<'open'>) {
    close();
    dialect = DIALECTS[input.dialect];
    names = input.names;
    const begin = performance.now();
    let next = 0;
    const worker = async () => {
      while (next < names.length) await openOne(input.port, next++);
    };
    await Promise.all(Array.from({ length: input.concurrency }, worker));
    return { seconds: (performance.now() - begin) / 1000 };
  }

  async function saturate({ pairs, window, seconds }: Input<'saturate'>) {
    const bursts = framesTo(pairs, window);
    const owed = Array.from({ length: pairs }, () => 0);
    const begin = performance.now();
    const end = begin + seconds * 1000;
    let delivered = 0;
    let sent = 0;
    let running = true;
    const sendOwed = () => {
      for (const [index, count] of owed.entries()) {
        if (count === 0) continue;
        const burst = bursts[index]!;
        sockets[index]!.write(burst.subarray(0, (burst.length / window) * count));
        sent += count;
        owed[index] = 0;
      }
    };
    let waiting = false;
    receive = (index) => {
      delivered++;
      if (!running) return;
      owed[index - pairs]! += 1;
      if (waiting) return;
      waiting = true;
      // Messages due after one turn of the event loop are sent in one write per connection.
      setImmediate(() => {
        waiting = false;
        if (running) sendOwed();
      });
    };
    owed.fill(window);
    sendOwed();
    await delay(end - performance.now());
    running = false;
    const seen = delivered;
    const took = (performance.now() - begin) / 1000;
    if (!(await within(() => delivered >= sent, DRAIN_SECONDS)))
      throw new Error(`${sent - delivered} of ${sent} messages did not arrive. ${broken ?? ''}`);
    return { delivered: seen, seconds: took };
  }

  /** Returns for each sender the message to its partner, repeated `count` times. */
  function framesTo(pairs: number, count: number): Buffer[] {
    return Array.from({ length: pairs }, (_, index) => {
      const frame = dialect.message(names[pairs + index]!);
      return Buffer.concat(Array.from({ length: count }, () => frame));
    });
  }

  async function pace({ pairs, rate, seconds }: Input<'pace'>) {
    const frames = framesTo(pairs, 1);
    const at = frames.map((frame) => frame.indexOf(NUMBER_MARK) + NUMBER_MARK.length);
    const watch = createStopwatch();
    let sent = 0;
    receive = (_, payload) => watch.stop(numberIn(payload));
    await paced(seconds, evenly(rate), () => {
      const index = sent % pairs;
      const frame = Buffer.from(frames[index]!);
      frame.write(digitsOf(sent), at[index]!, 'latin1');
      // Measured from the write, not from when it was due: the delays of the load itself do not count.
      watch.start(sent++);
      sockets[index]!.write(frame);
    });
    await within(() => watch.count >= sent, DRAIN_SECONDS);
    return watch.result;
  }

  function close() {
    for (const socket of sockets) socket.close();
    sockets = [];
    broken = undefined;
  }

  return {
    commands: { open, saturate, pace, close: async () => close() },
    /** Calls back with each message that arrives from now on. */
    onMessage(callback: (payload: Buffer) => void) {
      receive = (_, payload) => callback(payload);
    },
  };
}

export const digitsOf = (number: number) => String(number).padStart(NUMBER_DIGITS, '0');

/** Returns the number in a message; NaN if it has none. */
export function numberIn(payload: Buffer): number {
  const at = payload.indexOf(NUMBER_MARK);
  if (at === -1) return NaN;
  const from = at + NUMBER_MARK.length;
  return Number(payload.toString('latin1', from, from + NUMBER_DIGITS));
}
