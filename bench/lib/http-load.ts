import { allAnswered, startLoad } from '../live/load.ts';
import type { Peer } from '../live/peer.ts';
import { cpuSeconds } from './cpu.ts';
import type { Spread } from './percentiles.ts';

export interface LoadResult extends Spread {
  /** Responses per second; times are in milliseconds. */
  perSecond: number;
  answers: number;
  /** Responses during the warm-up, which no other figure includes. */
  warmUpAnswers: number;
  bodyBytes: number;
  /** Microseconds of CPU that the process under load took for each response. */
  serverMicros: number;
}

const WARM_UP_SECONDS = 2;

/**
 * Puts load on a server from a separate process, after a warm-up. Throws if a request failed. With `rate`, requests are
 * due at random times; without, each client sends the next as soon as it has a response.
 */
export async function httpLoad(
  { port, pid }: Pick<Peer, 'port' | 'pid'>,
  requests: string[],
  { clients, seconds, rate }: { clients: number; seconds: number; rate?: number },
): Promise<LoadResult> {
  await using load = startLoad();
  const ask = async (forSeconds: number) =>
    allAnswered(
      await load.run('http', {
        port,
        requests,
        connections: clients,
        seconds: forSeconds,
        rate,
        atRandom: true,
        pushes: false,
      }),
    );
  const { answered: warmUp } = await ask(WARM_UP_SECONDS);
  const before = cpuSeconds(pid);
  const { answered, seconds: took, bodyBytes } = await ask(seconds);
  const { count: answers, ...spread } = answered;
  return {
    ...spread,
    perSecond: answers / took,
    answers,
    warmUpAnswers: warmUp.count,
    bodyBytes,
    serverMicros: ((cpuSeconds(pid) - before) * 1e6) / answers,
  };
}
