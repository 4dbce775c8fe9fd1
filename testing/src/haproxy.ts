import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * HAProxy before some nodes of this machine, which follows their `/readyz`.
 * @param mailPort Of what answers `/dev/mailbox`.
 */
export async function startProxy(
  folder: string,
  { port, nodes, mailPort }: { port: number; nodes: readonly number[]; mailPort: number },
): Promise<ChildProcess> {
  const file = path.join(folder, 'haproxy.cfg');
  const servers = nodes.map((node, index) => `  server node${index + 1} 127.0.0.1:${node}`);
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 3s
  option forwardfor
  option redispatch 1
  retries 5
  retry-on conn-failure
frontend people
  bind :${port}
  use_backend mails if { path_beg /dev/mailbox }
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${servers.join('\n')}
backend mails
  server sink 127.0.0.1:${mailPort}
`,
  );
  const child = spawn(findHaproxy(), ['-f', file, '-db'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

function findHaproxy(): string {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const find = () => folders.map((folder) => path.join(folder, 'haproxy')).find((file) => existsSync(file));
  const there = find();
  if (there) return there;
  const hint = 'HAProxy is needed for a cluster: apt-get install -y haproxy';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(hint);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'haproxy'], options);
  const made = find();
  if (!made) throw new Error(hint);
  return made;
}
