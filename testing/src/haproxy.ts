import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { selfSigned } from './certificate.ts';
import { findProgram, haveInstalled } from './debian.ts';

const MOST_OUTPUT = 5000;
const EXAMPLE = path.join(import.meta.dirname, '../../deploy/haproxy.cfg');

interface ProxyOptions {
  port: number;
  nodes: readonly number[];
  mailPort: number;
  secure?: boolean;
}

/**
 * Starts HAProxy in front of some nodes of this machine, with the configuration of `deploy/`.
 * @param mailPort The port of the node that serves `/dev/mailbox`.
 * @param secure Whether it accepts only TLS and HTTP/2, as the configuration says for installations with a certificate.
 */
export async function startProxy(
  folder: string,
  { port, nodes, mailPort, secure = false }: ProxyOptions,
): Promise<{ child: ChildProcess; output: () => string }> {
  const file = path.join(folder, 'haproxy.cfg');
  const servers = nodes.flatMap((node, index) => [
    `  server node${index + 1} 127.0.0.1:${node}\n`,
    `  server unready${index + 1} 127.0.0.1:${node} backup no-check\n`,
  ]);
  const configuration = await readFile(EXAMPLE, 'utf8');
  const example = configuration
    .replace('bind :80\n', secure ? await secureBind(configuration, folder, port) : `bind :${port}\n`)
    .replace('  default_backend', '  use_backend mails if { path_beg /dev/mailbox }\n  default_backend')
    .replaceAll(/^ {2}server .*\n/gm, '');
  const mails = `backend mails\n  server sink 127.0.0.1:${mailPort}\n`;
  await writeFile(file, `${example}${servers.join('')}${mails}`);
  const child = spawn(haveInstalled(['haproxy'], findHaproxy), ['-f', file, '-db'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MOST_OUTPUT)));
  await once(child, 'spawn');
  return { child, output: () => output };
}

/** The line for a certificate that the configuration proposes, with one of our own. */
async function secureBind(configuration: string, folder: string, port: number): Promise<string> {
  const { key, cert } = selfSigned();
  const file = path.join(folder, 'certificate.pem');
  await writeFile(file, cert + key, { mode: 0o600 });
  const proposed = /^ +# +(bind :443 ssl .+\n)/m.exec(configuration)?.[1];
  if (!proposed) throw new Error('deploy/haproxy.cfg proposes no line for a certificate.');
  return proposed.replace(':443', `:${port}`).replace(/crt \S+/, `crt ${file}`);
}

/** Path of the HAProxy binary, if installed. */
export const findHaproxy = () => findProgram('haproxy');
