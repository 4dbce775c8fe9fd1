/** What the bench and its load, a process of its own, say to each other. */
import type { Spread } from '../lib/percentiles.ts';
import type { DialectName } from './dialects.ts';
import type { Pair } from './pairs.ts';

/** Milliseconds. */
export interface Latencies extends Spread {
  count: number;
}

export interface HttpRequests {
  port: number;
  /** Whole requests; each is sent again and again, in turn. `{id}` in them becomes a fresh UUID, `{number}` the number. */
  requests: string[];
  connections: number;
  seconds: number;
  /** Requests a second; undefined: as many as the connections carry, one at a time each. */
  rate?: number | undefined;
  /** Whether each request causes something on one of the open WebSockets. */
  pushes: boolean;
}

export interface HttpOutcome {
  seconds: number;
  /** How many responses had each status; `closed`: the connection was closed instead. */
  statuses: Record<string, number>;
  /** From when a request was due to its answer. */
  answered: Latencies;
  /** From when a request was due to what it caused on one of the open WebSockets. */
  pushed: Latencies;
}

/** What a while of an evening brought. */
export interface EveningOutcome {
  /** Milliseconds from when each was due. */
  feed: Latencies;
  screen: Latencies;
  changes: Latencies;
  asked: number;
  failed: number;
  /** Counts of responses other than 200, missing responses and undelivered messages, by what was requested. */
  failures: Record<string, number>;
  /** Of one processor. */
  loadShare: number;
}

/** Every command by its name: what it takes and what it returns. */
export interface LoadCommands {
  /** Opens a connection for each name (a token, where the server checks one). */
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
  /** The town whose people are to come. */
  invite: { input: { ports: number[]; pairs: Pair[] }; output: void };
  /** So many of them have the app open from now on. */
  gather: { input: { people: number }; output: void };
  /** They do what they do on an evening, so many times faster; the first `settle` seconds are not counted. */
  spend: { input: { seconds: number; settle: number; haste?: number }; output: EveningOutcome };
  close: { input: undefined; output: void };
}

export type CommandName = keyof LoadCommands;

export interface Request {
  id: number;
  name: CommandName;
  input: unknown;
}

export type Answer = { id: number; output: unknown } | { id: number; error: string };
