import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { cpuSeconds } from './cpu.ts';
import type { Spread } from './percentiles.ts';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadPlan {
  origin: string;
  /** The requests to send in turn, from the first again after the last. */
  requests: readonly LoadRequest[];
  /** Connections, each with one request at a time. */
  clients: number;
  seconds: number;
  /**
   * Requests per second, at random times, whether or not earlier ones have a response; latencies count from when a
   * request is due. Without a rate, each client sends the next request as soon as it has a response.
   */
  rate?: number;
}

export interface LoadResult extends Spread {
  /** Responses per second; times are in milliseconds. */
  perSecond: number;
  answers: number;
  /** Responses during the warm-up, which no other figure includes. */
  warmUpAnswers: number;
  /** Bytes of the body of a response, on average. */
  bodyBytes: number;
  /** Responses other than 200, by status; `0` stands for no response. */
  failures: Record<string, number>;
  /** Microseconds of CPU for each response: of the load generator, and of the process under load. */
  loadMicros: number;
  serverMicros: number;
}

export interface LoadReport extends Spread {
  answers: number;
  seconds: number;
  bodyBytes: number;
  failures: Record<string, number>;
}

const WARM_UP_SECONDS = 2;

/** Puts load on a server from a separate process, after a warm-up. Throws if a request failed. */
export async function httpLoad(plan: LoadPlan, serverPid?: number): Promise<LoadResult> {
  const child = fork(path.join(import.meta.dirname, 'http-load-process.ts'));
  try {
    const warmUp = { ...plan, seconds: WARM_UP_SECONDS };
    const { answers: warmUpAnswers } = await ask(child, warmUp);
    const before = [cpuSeconds(child.pid!), serverPid ? cpuSeconds(serverPid) : Number.NaN] as const;
    const report = await ask(child, plan);
    const after = [cpuSeconds(child.pid!), serverPid ? cpuSeconds(serverPid) : Number.NaN] as const;
    const { seconds, ...rest } = report;
    if (Object.keys(report.failures).length > 0)
      throw new Error(`Requests failed: ${JSON.stringify(report.failures)} of ${report.answers}.`);
    return {
      ...rest,
      warmUpAnswers,
      perSecond: report.answers / seconds,
      loadMicros: ((after[0] - before[0]) * 1e6) / report.answers,
      serverMicros: ((after[1] - before[1]) * 1e6) / report.answers,
    };
  } finally {
    child.kill();
  }
}

async function ask(child: ReturnType<typeof fork>, plan: LoadPlan): Promise<LoadReport> {
  child.send(plan);
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('The load generator ended.');
  });
  try {
    const [report] = (await Promise.race([once(child, 'message', { signal: ended.signal }), gone])) as [
      LoadReport,
    ];
    return report;
  } finally {
    gone.catch(() => {});
    ended.abort();
  }
}
