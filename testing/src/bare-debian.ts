import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTrustedProxy } from './trusted-proxy.ts';
import { untilReady, type RunningServer } from './server-process.ts';
import { startSmtpSink } from './smtp-sink.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
/** A host name that resolves to this machine; Caddy issues its own certificate for it. */
const DOMAIN = 'herenow.localhost';
const MACHINE_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const MOST_COMMANDS = 5;

/**
 * A container of a minimal Debian with systemd (the image named by BARE_IMAGE), set up by the commands of
 * docs/operations.md with only the names replaced. It uses the host's network.
 */
export async function startBareDebian(): Promise<RunningServer> {
  await using undo = new AsyncDisposableStack();
  const name = `herenow-bare-${process.pid}`;
  const podman = async (...command: string[]) => (await run('podman', command)).stdout.trim();
  const sink = undo.use(await startSmtpSink());
  const { path: repository } = undo.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-repository-')));
  await run('git', ['clone', '-q', '--bare', root, repository]);
  const options = [
    '--privileged --systemd=always --network host --ulimit nofile=20000:20000 --ulimit nproc=20000:20000',
    `-v ${repository}:/srv/herenow.git:ro -v ${MACHINE_CERTIFICATES}:/srv/certificates.crt:ro`,
    '-e NODE_EXTRA_CA_CERTS=/srv/certificates.crt -e DEBIAN_FRONTEND=noninteractive',
  ].flatMap((line) => line.split(' '));
  await podman('run', '-d', '--name', name, ...options, process.env['BARE_IMAGE']!, '/sbin/init');
  undo.defer(async () => void (await podman('rm', '-f', '--time', '0', name)));
  const inside = (command: string) => podman('exec', '-w', '/root', name, 'sh', '-c', command);
  const began = performance.now();
  const commands = await commandsOf(`${sink.url}?ignoreTLS=true&requireTLS=false`);
  await inside(STAND_IN_FOR_THE_ADDRESS);
  await inside(['set -e', ...commands].join('\n'));
  const proxy = undo.use(await startTrustedProxy(`https://${DOMAIN}`, sink.webPort));
  const ready = () => untilReady(proxy.url, () => inside('journalctl -n 40 -u herenow -u caddy'));
  await ready();
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${commands.length} commands and ${seconds} s from a bare Debian to a server behind TLS.`);

  const start = async () => {
    await inside('systemctl start herenow');
    await ready();
  };
  const stop = async () => void (await inside('systemctl stop herenow'));
  const resources = undo.move();
  return {
    baseURL: proxy.url,
    dataDir: path.join(await podman('mount', name), 'var/lib/herenow'),
    start,
    stop,
    kill9: async () => void (await inside('systemctl kill -s KILL herenow')),
    restart: async () => {
      await stop();
      await start();
    },
    output: () => '',
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The clone address in the document is a placeholder that its reader replaces. */
const STAND_IN_FOR_THE_ADDRESS = `cat > /etc/gitconfig <<END
[url "file:///srv/herenow.git"]
  insteadOf = https://git.example/herenow.git
[safe]
  directory = *
END`;

/** The first block of commands in the document. */
async function commandsOf(mailUrl: string): Promise<string[]> {
  const document = await readFile(path.join(root, 'docs/operations.md'), 'utf8');
  const block = /## From a rented server to https[^]*?```\n([^]*?)\n```/.exec(document)?.[1] ?? '';
  const commands = block.split('\n');
  if (commands.length > MOST_COMMANDS) throw new Error(`The document asks for ${commands.length} commands.`);
  return commands.map((command) =>
    command.replace(/ herenow\.example /, ` ${DOMAIN} `).replace(/'smtps?:[^']*'/, `'${mailUrl}'`),
  );
}
