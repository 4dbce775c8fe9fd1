import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '@herenow/testing/database-process';

const run = promisify(execFile);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'herenow-install-'));
  await mkdir(path.join(folder, 'release/bin'), { recursive: true });
  await mkdir(path.join(folder, 'machine/etc/caddy'), { recursive: true });
  await writeFile(machine('etc/caddy/Caddyfile'), ':80 {\n}\n');
  // Releases are named after the second of their installation, so each needs its own.
  await mkdir(path.join(folder, 'commands'));
  const date = 'echo >> "$0.asked"; echo $((20260201000000 + $(wc -l < "$0.asked")))';
  await writeFile(path.join(folder, 'commands/date'), `#!/bin/sh\n${date}\n`, { mode: 0o755 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const machine = (file = '') => path.join(folder, 'machine', file);
const read = (file: string) => readFile(machine(file), 'utf8');
const runScript = (file: string, release: string, ...args: string[]) => {
  const PATH = `${path.join(folder, 'commands')}:${process.env['PATH']}`;
  return run('sh', [file, ...args], {
    env: { ...process.env, PATH, DESTDIR: machine(), RELEASE: release },
  });
};
const scriptFor = (release: string, ...args: string[]) =>
  runScript(path.join(ROOT, 'deploy/install.sh'), release, ...args);
const INSTALL = ['install', 'herenow.example', 'smtp://mail.example'];
const script = (...args: string[]) => scriptFor(path.join(folder, 'release'), ...args);
const install = () => script(...INSTALL);

test('installing twice has the same result as once, and keeps manual configuration', async () => {
  await install();
  const [unit, caddy] = [await read('etc/systemd/system/herenow.service'), await read('etc/caddy/Caddyfile')];
  expect(unit).toContain('ExecStart=/opt/herenow/current/bin/node server/src/main.ts');
  for (const service of [unit, await read('etc/systemd/system/herenow-backup.service')]) {
    expect(service).toContain('SystemCallFilter=@system-service\nSystemCallFilter=~@privileged\n');
    // A core dump holds what memory does: secrets, places, messages.
    expect(service).toContain('LimitCORE=0\n');
    // It would take the memory of the running database when a backup ends.
    expect(service).not.toContain('RemoveIPC');
  }
  expect(caddy).toBe('import /etc/herenow.Caddyfile\n:80 {\n}\n');
  const site = await read('etc/herenow.Caddyfile');
  expect(site).toContain('herenow.example {');
  // Caddy's error log would hold the addresses of requests, and those of sockets carry tokens.
  expect(site).toContain('exclude http.log.error');
  const config = await read('etc/herenow.env');
  expect(config).toMatch(/^PUBLIC_URL=https:\/\/herenow\.example\nMAIL_URL=smtp:\/\/mail\.example$/m);
  expect(config).toMatch(/^BACKUP_KEY=.{44}$/m);
  expect((await stat(machine('etc/herenow.env'))).mode & 0o777).toBe(0o600);
  await writeFile(machine('etc/herenow.env'), 'MINE=1\n');
  await install();
  expect(await read('etc/herenow.env')).toBe('MINE=1\n');
  expect(await read('etc/systemd/system/herenow.service')).toBe(unit);
  expect(await read('etc/caddy/Caddyfile')).toBe(caddy);
});

test('the server is restarted until it starts, except with a wrong configuration', async () => {
  await install();
  const [about = '', service = ''] = (await read('etc/systemd/system/herenow.service')).split('[Service]');
  expect(about).toContain('StartLimitIntervalSec=0\n');
  expect(service).toContain('Restart=always\n');
  // Otherwise systemd ends the whole service for one picture that is too much for the machine.
  expect(service).toContain('OOMPolicy=continue\n');
  // The code with which a server ends that cannot read its configuration.
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { PORT: 'mistyped', NODE_COMPILE_CACHE };
  const node = run(process.execPath, [path.join(ROOT, 'server/src/main.ts')], { env });
  const { code } = (await node.catch((error: unknown) => error)) as { code?: number };
  expect(service).toContain(`RestartPreventExitStatus=${code}\n`);
});

test('a server whose secret is in a file that is not there counts as one with a wrong configuration', async () => {
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { TOKEN_SECRET_FILE: machine('none'), NODE_COMPILE_CACHE };
  await expect(run(process.execPath, [path.join(ROOT, 'server/src/main.ts')], { env })).rejects.toMatchObject(
    {
      code: 2,
      stderr: `The configuration has problems:\n  - TOKEN_SECRET_FILE names ${env.TOKEN_SECRET_FILE}, which cannot be read (ENOENT).\n`,
    },
  );
});

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'both services may do little, by the judgement of systemd (skipped where it is not)',
  async () => {
    await install();
    for (const unit of ['herenow.service', 'herenow-backup.service']) {
      const file = machine(`etc/systemd/system/${unit}`);
      // It ends with an error above the threshold.
      const judged = run('systemd-analyze', ['security', '--offline=true', '--threshold=35', file]);
      await expect(judged).resolves.toMatchObject({ stderr: '' });
    }
  },
);

test('on a machine with systemd the server is started once, and not stopped while it makes its database', async () => {
  // The script with the machine's folders, and a systemd that only writes down what it is told.
  const text = (await readFile(path.join(ROOT, 'deploy/install.sh'), 'utf8'))
    .replace('[ -z "$root" ] && [ -d /run/systemd/system ]', 'true')
    .replace('$app/current/bin/node -e', 'true');
  await mkdir(path.join(folder, 'deploy'));
  await writeFile(path.join(folder, 'deploy/install.sh'), text);
  const told = path.join(folder, 'told');
  await writeFile(path.join(folder, 'commands/systemctl'), `#!/bin/sh\necho "$@" >>'${told}'\n`, {
    mode: 0o755,
  });
  await runScript(path.join(folder, 'deploy/install.sh'), path.join(folder, 'release'), ...INSTALL);
  const lines = (await readFile(told, 'utf8')).split('\n');
  const starts = lines.filter((line) => /^(?:start|restart|enable .*--now) .*\bherenow\.service/.test(line));
  expect(starts).toEqual(['restart herenow.service']);
  expect(lines).toContain('enable -q herenow.service');
  expect(lines).toContain('enable -q --now herenow-backup.timer');
});

test('existing global options of Caddy stay, and have to be completed by hand', async () => {
  const own = '# mine\n{\n\temail ada@example.org\n}\n:80 {\n}\n';
  await writeFile(machine('etc/caddy/Caddyfile'), own);
  const { stdout } = await install();
  expect(stdout).toContain('add "log { exclude http.log.error }"');
  expect(await read('etc/caddy/Caddyfile')).toBe(`${own}import /etc/herenow.Caddyfile\n`);
  expect(await read('etc/herenow.Caddyfile')).not.toContain('exclude');
});

test('removing keeps only the data, and with --data nothing', async () => {
  await install();
  await writeFile(machine('var/lib/herenow/token-secret'), 'kept');
  await script('remove');
  await script('remove');
  expect(await read('etc/caddy/Caddyfile')).toBe(':80 {\n}\n');
  expect(await readdir(machine('etc/systemd/system'))).toEqual([]);
  for (const left of ['opt', 'usr/local/bin']) expect(await readdir(machine(left))).toEqual([]);
  expect(await read('var/lib/herenow/token-secret')).toBe('kept');
  expect(await readdir(machine('etc'))).toContain('herenow.env');
  await script('remove', '--data');
  expect(await readdir(machine('var/lib'))).toEqual([]);
  expect((await readdir(machine('etc'))).toSorted()).toEqual(['caddy', 'systemd']);
});

test('the server’s user can read the release, also if root makes files for itself alone', async () => {
  await run('chmod', ['-R', 'go=', path.join(folder, 'release')]);
  const before = process.umask(0o077);
  await install().finally(() => process.umask(before));
  const [release = ''] = await readdir(machine('opt/herenow/releases'));
  for (const place of ['', 'herenow', 'herenow/releases', `herenow/releases/${release}/bin`])
    expect((await stat(machine(`opt/${place}`))).mode & 0o055, place).toBe(0o055);
  expect((await stat(machine('etc/herenow.env'))).mode & 0o777).toBe(0o600);
});

test('an unfinished release does not count as the previous one', async () => {
  const releases = async () => (await readdir(machine('opt/herenow/releases'))).length;
  await install();
  // A folder cannot be copied into itself: the copy breaks off.
  const broken = scriptFor(machine(), 'install', 'herenow.example', 'smtp://mail');
  await expect(broken).rejects.toMatchObject({ stderr: expect.stringContaining('into itself') });
  const current = await readlink(machine('opt/herenow/current'));
  await install();
  expect(await releases()).toBe(2);
  expect(await readdir(machine('opt/herenow/releases'))).toContain(path.basename(current));
});

test('after going back, the next upgrade keeps the release that ran, not the abandoned one', async () => {
  const current = () => readlink(machine('opt/herenow/current'));
  await install();
  const good = await current();
  await install();
  const left = await current();
  await rm(machine('opt/herenow/current'));
  await symlink(good, machine('opt/herenow/current'));
  await install();
  const releases = await readdir(machine('opt/herenow/releases'));
  expect(releases.toSorted()).toEqual([good, await current()].map((folder) => path.basename(folder)));
  expect(releases).not.toContain(path.basename(left));
});

test('an upgrade that never answered and is repeated keeps the release that did', async () => {
  const current = () => readlink(machine('opt/herenow/current'));
  const installed: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    await install();
    installed.push(path.basename(await current()));
    // If no service is started, each release counts as one that has answered; this one has not.
    if (round > 0) await rm(machine(`opt/herenow/releases/${installed.at(-1)}/ready`), { force: true });
  }
  expect((await readdir(machine('opt/herenow/releases'))).toSorted()).toEqual(installed);
});

test('a release that could not be written leaves nothing, so that its part does not fill the disk', async () => {
  const full = '[ "$2" != "$RELEASE" ] || { mkdir "$3" && exit 1; }; exec /bin/cp "$@"';
  await install();
  const [before] = await readdir(machine('opt/herenow/releases'));
  await writeFile(path.join(folder, 'commands/cp'), `#!/bin/sh\n${full}\n`, { mode: 0o755 });
  await expect(install()).rejects.toMatchObject({ code: 1 });
  expect(await readdir(machine('opt/herenow/releases'))).toEqual([before]);
  expect(await readlink(machine('opt/herenow/current'))).toContain(before);
});

test('of releases installed by an earlier script, the running one counts as one that answered', async () => {
  const releases = machine('opt/herenow/releases');
  await mkdir(path.join(releases, '20260101000000'), { recursive: true });
  await symlink('/opt/herenow/releases/20260101000000', machine('opt/herenow/current'));
  for (let round = 0; round < 2; round += 1) {
    await install();
    for (const one of await readdir(releases))
      if (one !== '20260101000000') await rm(path.join(releases, one, 'ready'), { force: true });
  }
  expect(await readdir(releases)).toContain('20260101000000');
});

test.skipIf(process.getuid?.() !== 0)(
  'the command runs a script of the release as the server runs',
  async () => {
    await mkdir(path.join(folder, 'release/scripts'));
    await writeFile(
      path.join(folder, 'release/scripts/operator.ts'),
      `const { MAIL_FROM, MAIL_URL, DATA_DIR } = process.env;
    console.log(JSON.stringify([MAIL_FROM, MAIL_URL, DATA_DIR, process.getuid!(), process.argv.slice(2)]));`,
    );
    await symlink(process.execPath, path.join(folder, 'release/bin/node'));
    await install();
    await appendFile(
      machine('etc/herenow.env'),
      // systemd reads blanks around a line, too.
      `  MAIL_URL="smtp://quoted"  \nMAIL_FROM='Quoted <hello@herenow.example>'`,
    );
    await chmod(folder, 0o755);
    const text = (await read('usr/local/bin/herenow'))
      .replaceAll(/=herenow/g, '=nobody')
      .replaceAll('--regid=nobody', '--regid=nogroup')
      .replaceAll('/opt/herenow/current', path.join(folder, 'release'))
      .replaceAll('/etc/', machine('etc/'));
    await writeFile(machine('command'), text);
    const { stdout } = await run('sh', [machine('command'), 'operator', 'add', 'a b']);
    const expected = [
      'Quoted <hello@herenow.example>',
      'smtp://quoted',
      '/var/lib/herenow',
      65534,
      ['add', 'a b'],
    ];
    expect(JSON.parse(stdout)).toEqual(expected);
    await expect(run('sh', [machine('command'), 'demo'])).rejects.toMatchObject({ code: 2 });
  },
);

test.each([
  ['an address for a domain', 'https://herenow.example', 'smtp://mail.example', 'herenow.example, not'],
  ['the name of a mail server', 'herenow.example', 'mail.example', 'smtps://user:password@mail.example.'],
])('%s is refused before anything is installed', async (_, domain, mail, sentence) => {
  await expect(script('install', domain, mail)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
  expect(await readdir(machine())).toEqual(['etc']);
});

test('without its arguments it prints its usage', async () => {
  await expect(script('install', 'herenow.example')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('sudo sh deploy/install.sh install herenow.example'),
  });
});
