import { freePort } from '@herenow/testing/server-process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startUntil } from './child-processes.ts';
import { findProgram, howToGet, runProgram } from './programs.ts';

export interface Redis extends AsyncDisposable {
  port: number;
}

export interface Place {
  name: string;
  longitude: number;
  latitude: number;
}

/** Starts a Redis that keeps nothing on disk; returns a sentence if Redis is missing. */
export async function startRedis(): Promise<Redis | string> {
  for (const name of ['redis-server', 'redis-benchmark']) if (!findProgram(name)) return howToGet(name);
  const port = await freePort();
  const server = await startUntil(
    [
      findProgram('redis-server')!,
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
    ],
    (line) => line.includes('Ready to accept connections') || undefined,
  );
  return { ...server, port };
}

/** Adds places to a key, for GEOSEARCH. */
export async function addPlaces({ port }: Redis, key: string, places: readonly Place[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let answers = 0;
  const answered = Promise.withResolvers<void>();
  const batches = Math.ceil(places.length / 1000);
  socket.on('data', (chunk) => {
    if (chunk.includes('-')) answered.reject(new Error(chunk.toString()));
    answers += chunk.toString().split('\r\n').length - 1;
    if (answers >= batches) answered.resolve();
  });
  for (let at = 0; at < places.length; at += 1000) {
    const parts = places.slice(at, at + 1000).flatMap((p) => [`${p.longitude}`, `${p.latitude}`, p.name]);
    socket.write(command(['GEOADD', key, ...parts]));
  }
  await answered.promise;
  socket.destroy();
}

function command(parts: readonly string[]): string {
  return `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`;
}

/** Returns how many searches per second Redis completes: the 20 nearest within 50 km, nearest first. */
export async function searchesPerSecond(
  { port }: Redis,
  key: string,
  from: { longitude: number; latitude: number },
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const { longitude, latitude } = from;
  const search = [
    'GEOSEARCH',
    key,
    'FROMLONLAT',
    `${longitude}`,
    `${latitude}`,
    'BYRADIUS',
    '50',
    'km',
    'ASC',
    'COUNT',
    '20',
  ];
  const benchmark = async (requests: number) => {
    const args = ['-p', `${port}`, '-c', `${clients}`, '-n', `${requests}`, '--csv', ...search];
    const { stdout } = await runProgram(findProgram('redis-benchmark')!, args);
    const perSecond = Number(stdout.trim().split('\n').at(-1)!.split('","')[1]);
    if (!(perSecond > 0)) throw new Error(`redis-benchmark did not tell its rate:\n${stdout}`);
    return perSecond;
  };
  const roughly = await benchmark(500);
  return await benchmark(Math.max(500, Math.round(roughly * seconds)));
}
