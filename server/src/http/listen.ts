import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { StartError } from '../lib/start-error.ts';

/**
 * Starts to listen and returns the port; 0 picks any free one. Throws a StartError, for example if the port is in use.
 */
export async function listen(
  http: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<number> {
  try {
    await http.listen({ port, host });
  } catch (error) {
    throw cannotListen(error, port, host);
  }
  return (http.server.address() as AddressInfo).port;
}

/** Throws a StartError if `listen` would, before anything else starts. */
export async function tryListening({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen({ port, host });
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw cannotListen(error, port, host);
  }
  probe.close();
  await once(probe, 'close');
}

const cannotListen = (cause: unknown, port: number, host: string) =>
  new StartError(listenProblem((cause as NodeJS.ErrnoException).code, port, host), { cause });

function listenProblem(code: string | undefined, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that one, or set PORT to another number.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Correct HOST, or leave it out.`;
    default:
      return `The server cannot listen at ${host}, port ${port} (${code ?? 'for a reason unknown'}).`;
  }
}
