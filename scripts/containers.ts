import { startContainers } from '@herenow/testing/containers';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './processes.ts';

const USAGE = `Builds the image from a clean clone, brings up compose.yaml, alone and with compose.full.yaml, by
podman-compose, installs a bare Debian as docs/operations.md says, and has two strangers meet in all three.

  npm run containers
  npm run containers -- bare   (the bare Debian alone)

As root on Debian with podman, runc, podman-compose, debootstrap and the names of containers in their network
(golang-github-containernetworking-plugin-dnsname). BASE_IMAGE and BARE_IMAGE name a base and a bare Debian that are
there already.
`;
/** The limits that every unprivileged machine can at least grant its containers. */
const LIMITS = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000'];
const ENGINES = ['postgres', 'nats', 's3', 'proxy'];
const SECOND_START_MS = 5000;
const STARTS = 3;
const BARE_USER = '12345';

const [only] = process.argv.slice(2);
if (only !== undefined && only !== 'bare') {
  process.stderr.write(USAGE);
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), 'herenow-containers-'));
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
try {
  const settings = path.join(folder, 'containers.conf');
  writeFileSync(
    settings,
    '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]\n[engine]\nruntime = "runc"\n',
  );
  process.env['CONTAINERS_CONF'] = settings;
  if (only === undefined) {
    buildImages(process.env['BASE_IMAGE'] ?? makeBase());
    await tryStarts();
    await tryBareUser();
    for (const setup of ['alone', 'full']) letStrangersMeet(setup);
  }
  process.env['BARE_IMAGE'] ??= makeBareDebian();
  letStrangersMeet('bare');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function letStrangersMeet(setup: string): void {
  console.log(`Two strangers meet: ${setup} …`);
  execFileSync('npx', ['playwright', 'test', '--config', 'e2e', 'journey', '--workers', '1'], {
    cwd: inRoot('.'),
    stdio: 'inherit',
    env: { ...process.env, HERENOW_CONTAINERS: setup },
  });
}

/** Builds an image of a Debian as a hosting provider delivers it on a new server. */
function makeBareDebian(): string {
  console.log('Making a bare Debian …');
  const debian = path.join(folder, 'bare');
  run('debootstrap', '--variant=minbase', '--include=systemd,systemd-sysv,dbus', 'trixie', debian);
  run('tar', '-C', debian, '-cf', `${debian}.tar`, '.');
  run('podman', 'import', `${debian}.tar`, 'localhost/herenow-bare-debian');
  return 'localhost/herenow-bare-debian';
}

/**
 * Builds a Debian image with this machine's Node, npm and certificates, since there may be no registry to pull from.
 */
function makeBase(): string {
  console.log('Making a base image of Debian and Node …');
  const debian = path.join(folder, 'base');
  const inBase = (...parts: string[]) => path.join(debian, ...parts);
  run('debootstrap', '--variant=minbase', '--include=ca-certificates,libatomic1', 'bookworm', debian);
  // The npm that runs this script; `npm root -g` may point to a Node that has no npm.
  const npm = path.resolve(process.env['npm_execpath'] ?? '', '../..');
  run('mkdir', '-p', inBase('usr/local/lib/node_modules'), inBase('usr/local/etc'));
  run('cp', inRoot('node_modules/node/bin/node'), inBase('usr/local/bin/node'));
  run('cp', '-rL', npm, inBase('usr/local/lib/node_modules/npm'));
  run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', inBase('usr/local/bin/npm'));
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(certificates)) run('cp', certificates, inBase(certificates));
  writeFileSync(inBase('usr/local/etc/npmrc'), `cafile=${certificates}\n`);
  const archive = path.join(folder, 'base.tar');
  run('tar', '-C', debian, '-cf', archive, '.');
  const certified = `ENV NODE_EXTRA_CA_CERTS=${certificates}`;
  run('podman', 'import', '--change', certified, archive, 'localhost/herenow-base');
  return 'localhost/herenow-base';
}

function buildImages(base: string): void {
  const clone = path.join(folder, 'clone');
  run('git', 'clone', '-q', inRoot('.'), clone);
  const build = (tag: string, context: string, ...more: string[]) =>
    run('podman', 'build', '-q', '--format', 'docker', ...LIMITS, ...more, '-t', `localhost/${tag}`, context);
  console.log('Building the image from a clean clone, some minutes …');
  build('herenow', clone, '--build-arg', `BASE=${base}`);
  process.env['HERENOW_IMAGE'] = 'localhost/herenow';
  const file = path.join(clone, 'testing/containers/Dockerfile');
  for (const engine of ENGINES) {
    build(`herenow-try-${engine}`, clone, '-f', file, '--target', engine, '--build-arg', `BASE=${base}`);
    process.env[`${engine.toUpperCase()}_IMAGE`] = `localhost/herenow-try-${engine}`;
  }
  const size = (image: string) =>
    Number(execFileSync('podman', ['image', 'inspect', image, '--format', '{{.Size}}']).toString());
  const added = (size('localhost/herenow') - size(base)) / 1e6;
  console.log(`The image adds ${Math.round(added)} MB to its base.`);
  if (added > 300) throw new Error('The image is larger than 300 MB.');
}

/**
 * Checks that the container runs as an ordinary user without capabilities, and is ready in time after being killed and
 * started again on the same volume.
 */
async function tryStarts(): Promise<void> {
  await using containers = await startContainers('alone');
  const status = await containers.inside(
    'sh',
    '-c',
    'id -u; grep CapEff /proc/1/status; touch /x 2>&1 || true',
  );
  for (const expected of [/^1000$/m, /^CapEff:\s+0+$/m, /Read-only file system/])
    if (!expected.test(status)) throw new Error(`The container is not as closed as it should be:\n${status}`);
  await containers.restart();
  let quickest = Infinity;
  for (let i = 1; i <= STARTS; i += 1) {
    const milliseconds = await containers.killAndStart();
    console.log(`Killed and started again: ready after ${Math.round(milliseconds)} ms.`);
    quickest = Math.min(quickest, milliseconds);
  }
  // The start-up time means nothing on a machine with more load than cores.
  const load = loadavg()[0]!;
  const isBusy = load > availableParallelism();
  if (isBusy) console.log(`On a machine that is busy: a load of ${load.toFixed(1)}.`);
  else if (quickest > SECOND_START_MS) throw new Error('That is too long.');
}

/** Checks that the container runs under a user id without a name, as some platforms assign. */
async function tryBareUser(): Promise<void> {
  await using containers = await startContainers('alone', { HERENOW_USER: BARE_USER });
  const user = await containers.inside('id', '-u');
  if (user !== BARE_USER) throw new Error(`The container runs as the user ${user}.`);
  await containers.killAndStart();
  console.log(`As the bare user ${user} it starts, and starts again.`);
}
