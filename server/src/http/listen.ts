import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { StartError } from '../lib/start-error.ts';

/** Starts to listen and returns the port; 0 picks any free one. Throws a StartError, such as for a port in use. */
export async function listen(
  http: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<number> {
  try {
    await http.listen({ port, host });
  } catch (error) {
    throw new StartError(listenProblem((error as NodeJS.ErrnoException).code, port, host), { cause: error });
  }
  return (http.server.address() as AddressInfo).port;
}

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
