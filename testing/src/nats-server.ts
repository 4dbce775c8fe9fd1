import { spawn, type ChildProcess } from 'node:child_process';
import { findProgram, haveInstalled } from './debian.ts';

export interface NatsServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Kills the process, as a crash would. */
  kill(): Promise<void>;
  /** Freezes the process: connections stay open, and nothing responds. */
  pause(): void;
  resume(): void;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
}

/** A real nats-server on a free port of this machine. */
export async function startNats(...extra: string[]): Promise<NatsServer> {
  const binary = haveInstalled(['nats-server'], () => findProgram('nats-server'));
  let [process, port] = await run(binary, -1, extra);
  const kill = () => stop(process);
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return process.pid!;
    },
    kill,
    pause: () => void process.kill('SIGSTOP'),
    resume: () => void process.kill('SIGCONT'),
    async restart() {
      [process, port] = await run(binary, port, extra);
    },
    [Symbol.asyncDispose]: kill,
  };
}

/** Resolves with the port when clients can connect. */
async function run(binary: string, port: number, extra: string[]): Promise<[ChildProcess, number]> {
  const child = spawn(binary, ['-a', '127.0.0.1', '-p', String(port), ...extra], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const listening = Promise.withResolvers<number>();
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const found = /client connections on 127\.0\.0\.1:(\d+)/.exec(output);
    if (found && output.includes('Server is ready')) listening.resolve(Number(found[1]));
  });
  child.once('error', listening.reject);
  child.once('exit', () => listening.reject(new Error(`nats-server stopped:\n${output}`)));
  return [child, await listening.promise];
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
