import { appendFile, mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installScene } from './install-scene.ts';

const { machine, read, command, scriptFor, script, install } = installScene();

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
  await command('cp', full);
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

test('another port of the configuration holds for the proxy, too', async () => {
  await install();
  expect(await read('etc/herenow.Caddyfile')).toContain('reverse_proxy 127.0.0.1:3000 {');
  await appendFile(machine('etc/herenow.env'), 'PORT=3001\n  PORT="3917" \n#PORT=3002\n');
  await install();
  expect(await read('etc/herenow.Caddyfile')).toContain('reverse_proxy 127.0.0.1:3917 {');
});

test('another domain than that of the configuration is refused before anything is changed', async () => {
  await install();
  const before = await read('etc/herenow.Caddyfile');
  const current = await readlink(machine('opt/herenow/current'));
  await expect(script('install', 'other.example', 'smtp://mail.example')).rejects.toMatchObject({
    code: 2,
    stderr:
      '/etc/herenow.env has PUBLIC_URL=https://herenow.example. To move to other.example, change it there first.\n',
  });
  expect(await read('etc/herenow.Caddyfile')).toBe(before);
  expect(await readlink(machine('opt/herenow/current'))).toBe(current);
  const config = await read('etc/herenow.env');
  const moved = config.replace(/^PUBLIC_URL=.*$/m, 'PUBLIC_URL="https://other.example"');
  await writeFile(machine('etc/herenow.env'), moved);
  await script('install', 'other.example', 'smtp://mail.example');
  expect(await read('etc/herenow.Caddyfile')).toContain('other.example {');
});

test('another mail server than that of the configuration is not taken over, and told of', async () => {
  expect((await install()).stdout).not.toContain('MAIL_URL');
  const before = await read('etc/herenow.env');
  expect((await install()).stdout).not.toContain('MAIL_URL');
  const { stdout } = await script('install', 'herenow.example', 'smtps://ada:secret@other.example');
  expect(stdout).toContain('/etc/herenow.env keeps another MAIL_URL than the one you named.');
  expect(stdout).not.toContain('secret');
  expect(await read('etc/herenow.env')).toBe(before);
});
