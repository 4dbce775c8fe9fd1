import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '@herenow/testing/database-process';
import { installScene, run } from './install-scene.ts';

const { inFolder, machine, read, script, install } = installScene();

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
  await run('chmod', ['-R', 'go=', inFolder('release')]);
  const before = process.umask(0o077);
  await install().finally(() => process.umask(before));
  const [release = ''] = await readdir(machine('opt/herenow/releases'));
  for (const place of ['', 'herenow', 'herenow/releases', `herenow/releases/${release}/bin`])
    expect((await stat(machine(`opt/${place}`))).mode & 0o055, place).toBe(0o055);
  expect((await stat(machine('etc/herenow.env'))).mode & 0o777).toBe(0o600);
});

test.skipIf(process.getuid?.() !== 0)(
  'the command runs a script of the release as the server runs',
  async () => {
    await mkdir(inFolder('release/scripts'));
    await writeFile(
      inFolder('release/scripts/operator.ts'),
      `const { MAIL_FROM, MAIL_URL, DATA_DIR } = process.env;
    console.log(JSON.stringify([MAIL_FROM, MAIL_URL, DATA_DIR, process.getuid!(), process.argv.slice(2)]));`,
    );
    await symlink(process.execPath, inFolder('release/bin/node'));
    await install();
    await appendFile(
      machine('etc/herenow.env'),
      // systemd reads blanks around a line, too.
      `  MAIL_URL="smtp://quoted"  \nMAIL_FROM='Quoted <hello@herenow.example>'`,
    );
    await chmod(inFolder(), 0o755);
    const text = (await read('usr/local/bin/herenow'))
      .replaceAll(/=herenow/g, '=nobody')
      .replaceAll('--regid=nobody', '--regid=nogroup')
      .replaceAll('/opt/herenow/current', inFolder('release'))
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

test('a removal with a mistyped option removes nothing', async () => {
  await install();
  await expect(script('remove', '--dat')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('remove --data'),
  });
  expect(await readdir(machine('opt/herenow/releases'))).toHaveLength(1);
});

test.each([
  ['an address for a domain', 'https://herenow.example', 'smtp://mail.example', 'herenow.example, not'],
  ['a domain with a port', 'herenow.example:8443', 'smtp://mail.example', 'herenow.example, not'],
  ['several domains', 'herenow.example,www.herenow.example', 'smtp://mail.example', 'herenow.example, not'],
  ['a domain in capitals', 'Herenow.example', 'smtp://mail.example', 'herenow.example, not'],
  ['a name without a dot', 'herenow', 'smtp://mail.example', 'herenow.example, not'],
  ['no domain', '', 'smtp://mail.example', 'herenow.example, not'],
  [
    'a mail server of two lines',
    'herenow.example',
    'smtp://mail\nPORT=1',
    'smtps://user:password@mail.example.',
  ],
  ['no mail server', 'herenow.example', 'smtps://', 'smtps://user:password@mail.example.'],
  ['the name of a mail server', 'herenow.example', 'mail.example', 'smtps://user:password@mail.example.'],
])('%s is refused before anything is installed', async (_, domain, mail, sentence) => {
  await expect(script('install', domain, mail)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
  expect(await readdir(machine())).toEqual(['etc']);
});

test('without its arguments it prints its usage, from any folder', async () => {
  const usage = {
    code: 2,
    stderr: expect.stringContaining('sudo sh deploy/install.sh install herenow.example'),
  };
  await expect(script('install', 'herenow.example')).rejects.toMatchObject(usage);
  await expect(run('sh', ['install.sh'], { cwd: path.join(ROOT, 'deploy') })).rejects.toMatchObject(usage);
});
