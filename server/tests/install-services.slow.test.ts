import { readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { installScene } from './install-scene.ts';

const { inFolder, machine, command, installServices } = installScene();

/** What answers at the port that the configuration names, in place of Herenow. */
async function answering(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await writeFile(machine('etc/herenow.env'), `PORT=${port}\n`);
  return {
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** A systemd that only writes down what it is told, and says of no service that it failed, unless `failed`. */
async function makeSystemd({ failed = false } = {}) {
  await symlink(process.execPath, inFolder('release/bin/node'));
  // What answers wrongly is asked twice instead of for a minute.
  await command('seq', 'echo 1 2');
  await command('sleep', '');
  await command(
    'systemctl',
    `echo "$@" >>'${inFolder('told')}'\n[ "$1" != is-failed ] || exit ${failed ? 0 : 1}`,
  );
  await command('journalctl', 'echo "The configuration has problems"');
}

test('the server is started once, and not stopped while it makes its database', async () => {
  await makeSystemd();
  await using app = await startApp();
  await writeFile(machine('etc/herenow.env'), `PORT=${new URL(app.url).port}\n`);
  const { stdout } = await installServices();
  expect(stdout).toContain('Herenow is installed: https://herenow.example');
  const lines = (await readFile(inFolder('told'), 'utf8')).split('\n');
  const starts = lines.filter((line) => /^(?:start|restart|enable .*--now) .*\bherenow\.service/.test(line));
  expect(starts).toEqual(['restart herenow.service']);
  expect(lines).toContain('enable -q herenow.service');
  expect(lines).toContain('enable -q --now herenow-backup.timer');
});

test('another program at the port is not taken for the server', async () => {
  await makeSystemd();
  await using _ = await answering((_request, response) => response.end('ok'));
  await expect(installServices()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not answer'),
  });
});

test('a server that its configuration stops is not waited for, and the reason is shown', async () => {
  await makeSystemd({ failed: true });
  await using _ = await answering((_request, response) => response.writeHead(503).end());
  await expect(installServices()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The configuration has problems'),
  });
});
