import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTrustedProxy } from './trusted-proxy.ts';
import { freePort, untilReady, type RunningServer } from './server-process.ts';
import { startSmtpSink } from './smtp-sink.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT = { limitMs: 120_000 };

export type Setup = 'alone' | 'full';

interface Containers extends RunningServer {
  /** Kills the container of the app and starts it again; returns the milliseconds until it was ready. */
  killAndStart(): Promise<number>;
  /** Runs a command in the container of the app. */
  inside(...command: string[]): Promise<string>;
}

/**
 * The services of compose.yaml, alone or merged with compose.full.yaml, started by podman-compose from local images.
 * A proxy in this process serves them, and the mails sent so far at /dev/mailbox.json.
 */
export async function startContainers(setup: Setup, settings: NodeJS.ProcessEnv = {}): Promise<Containers> {
  await using undo = new AsyncDisposableStack();
  const project = `herenow-try-${process.pid}`;
  const name = `${project}_herenow_1`;
  const sink = undo.use(await startSmtpSink('0.0.0.0'));
  const [port, httpPort, httpsPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const upstream = setup === 'alone' ? `http://127.0.0.1:${port}` : `https://localhost:${httpsPort}`;
  const proxy = undo.use(await startTrustedProxy(upstream, sink.webPort));
  const environment = {
    ...process.env,
    PORT: String(port),
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    DOMAIN: 'localhost',
    PUBLIC_URL: proxy.url,
    MAIL_URL: `smtp://host.containers.internal:${new URL(sink.url).port}?ignoreTLS=true&requireTLS=false`,
    TOKEN_SECRET: 'the secret of containers that are tried',
    POSTGRES_PASSWORD: 'secret-of-a-test',
    S3_SECRET: 'secret-of-a-test',
    ...settings,
  };
  const files = ['-f', 'compose.yaml', ...(setup === 'full' ? ['-f', 'compose.full.yaml'] : [])];
  const compose = (...command: string[]) =>
    run('podman-compose', ['-p', project, ...files, ...command], { cwd: root, env: environment });
  const podman = async (...command: string[]) => (await run('podman', command)).stdout.trim();
  undo.defer(async () => void (await compose('down', '-v')));
  await compose('up', '-d');

  const ready = () => untilReady(proxy.url, () => podman('logs', '--tail', '40', name), LIMIT);
  const start = async () => {
    await podman('start', name);
    await ready();
  };
  const stop = async () => void (await podman('stop', '--time', '40', name));
  await ready();

  const resources = undo.move();
  return {
    baseURL: proxy.url,
    dataDir: await podman('volume', 'inspect', `${project}_data`, '--format', '{{.Mountpoint}}'),
    start,
    stop,
    kill9: async () => void (await podman('kill', name)),
    restart: async () => {
      await stop();
      await start();
    },
    killAndStart: async () => {
      await podman('kill', name);
      await podman('wait', name);
      const began = performance.now();
      await start();
      return performance.now() - began;
    },
    inside: (...command) => podman('exec', name, ...command),
    output: () => '',
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
