/** The messages between the bench and its load, which runs in a separate process. */
import type { Tally } from '../flood/assault.ts';
import type { AttackName, Means } from '../flood/attacks.ts';
import type { Spread } from '../lib/percentiles.ts';
import type { DialectName } from './dialects.ts';
import type { Pair } from './pairs.ts';

/** The number of measurements, and their spread in milliseconds. */
export interface Latencies extends Spread {
  count: number;
}

export interface HttpRequests {
  port: number;
  /** Whole requests, sent in turn again and again; `{id}` becomes a new UUID, `{number}` the request's number. */
  requests: string[];
  connections: number;
  seconds: number;
  /** Requests per second; if undefined, as many as the connections carry, one at a time on each. */
  rate?: number | undefined;
  /** Whether they are due at random times, instead of evenly spread. */
  atRandom?: boolean;
  /** Whether each request causes a message on one of the open WebSockets. */
  pushes: boolean;
}

export interface HttpOutcome {
  seconds: number;
  /** The number of responses by status; `closed` counts connections that were closed instead. */
  statuses: Record<string, number>;
  bodyBytes: number;
  /** Latencies of responses, from when each request was due. */
  answered: Latencies;
  /** Latencies of the messages that requests caused on the open WebSockets, from when each request was due. */
  pushed: Latencies;
}

/** The results of some seconds of an evening. */
export interface EveningOutcome {
  /** Latencies of feeds, of messages to the recipient's screen and of feed changes, from when each was due. */
  feed: Latencies;
  screen: Latencies;
  changes: Latencies;
  asked: number;
  failed: number;
  /** Counts of responses other than 200, missing responses and undelivered messages, by what was requested. */
  failures: Record<string, number>;
  /** The share of one processor that the load used. */
  loadShare: number;
}

/** Every command by its name: what it takes and what it returns. */
export interface LoadCommands {
  /** Opens a connection for each name (a token, if the server checks one). */
  open: {
    input: { dialect: DialectName; port: number; names: string[]; concurrency: number };
    output: { seconds: number };
  };
  /** The first `pairs` connections send to the next `pairs`, each with up to `window` messages on their way. */
  saturate: {
    input: { pairs: number; window: number; seconds: number };
    output: { delivered: number; seconds: number };
  };
  pace: { input: { pairs: number; rate: number; seconds: number }; output: Latencies };
  http: { input: HttpRequests; output: HttpOutcome };
  /** Sets the town's people, and the ports of its nodes. */
  invite: { input: { ports: number[]; pairs: Pair[] }; output: void };
  /** Connects or disconnects people until this many have the app open. */
  gather: { input: { people: number }; output: void };
  /** Runs the acts of an evening, `haste` times as fast: `settle` seconds uncounted, then `seconds` counted. */
  spend: { input: { seconds: number; settle: number; haste?: number }; output: EveningOutcome };
  close: { input: undefined; output: void };
  /** Gives a load that attacks what it works with, and the lowest priority. */
  arm: { input: Means; output: void };
  /** Begins an attack. */
  attack: { input: AttackName; output: void };
  /** Ends it; returns counts of statuses and of other outcomes, and the share of a processor that the attack used. */
  cease: { input: undefined; output: { tally: Tally; cpuShare: number } };
}

export type CommandName = keyof LoadCommands;

export interface Request {
  id: number;
  name: CommandName;
  input: unknown;
}

export type Answer = { id: number; output: unknown } | { id: number; error: string };
