import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach } from 'vitest';
import { ROOT } from '@herenow/testing/database-process';

export const run = promisify(execFile);

export const INSTALL = ['install', 'herenow.example', 'smtp://mail.example'];
const SCRIPT = path.join(ROOT, 'deploy/install.sh');

/** For each test of a file, a folder that stands for the machine, and a release to install there. */
export function installScene() {
  let folder = '';
  const inFolder = (file = '') => path.join(folder, file);
  const machine = (file = '') => inFolder(path.join('machine', file));
  /** A program that the script finds before the machine’s. */
  const command = (name: string, lines: string) =>
    writeFile(inFolder(`commands/${name}`), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'herenow-install-'));
    await mkdir(inFolder('release/bin'), { recursive: true });
    await mkdir(machine('etc/caddy'), { recursive: true });
    await writeFile(machine('etc/caddy/Caddyfile'), ':80 {\n}\n');
    await mkdir(inFolder('commands'));
    // Releases are named after the second of their installation, so each needs its own.
    await command('date', 'echo >> "$0.asked"; echo $((20260201000000 + $(wc -l < "$0.asked")))');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const runScript = (file: string, release: string, ...args: string[]) => {
    const PATH = `${inFolder('commands')}:${process.env['PATH']}`;
    return run('sh', [file, ...args], {
      env: { ...process.env, PATH, DESTDIR: machine(), RELEASE: release },
    });
  };
  const scriptFor = (release: string, ...args: string[]) => runScript(SCRIPT, release, ...args);
  const script = (...args: string[]) => scriptFor(inFolder('release'), ...args);

  return {
    inFolder,
    machine,
    read: (file: string) => readFile(machine(file), 'utf8'),
    command,
    scriptFor,
    script,
    install: () => script(...INSTALL),
    /** Installs as on a machine with systemd, of which there are only the commands that a test has made. */
    async installServices(): Promise<{ stdout: string; stderr: string }> {
      const text = await readFile(SCRIPT, 'utf8');
      await mkdir(inFolder('deploy'), { recursive: true });
      await writeFile(
        inFolder('deploy/install.sh'),
        text.replace('[ -z "$root" ] && [ -d /run/systemd/system ]', 'true'),
      );
      return await runScript(inFolder('deploy/install.sh'), inFolder('release'), ...INSTALL);
    },
  };
}
