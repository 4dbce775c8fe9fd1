/**
 * Reports the runtime and the dependencies that face the network (those of the server and of the web client) if they
 * have fallen behind. Prints nothing if all are current. Never fails: prints a notice if the registry cannot be
 * reached.
 */
import { readFileSync } from 'node:fs';
import { inRoot, run } from './processes.ts';
import { compareVersions, newestSupported } from './release-lines.ts';

const PATIENCE_MS = 30_000;

/** Returns npm's output as JSON; npm exits with 1 when it has something to report. */
async function ask<T>(...args: string[]): Promise<T | undefined> {
  const options = ['--json', `--fetch-timeout=${PATIENCE_MS}`, '--fetch-retries=0', '--loglevel=silent'];
  const { output } = await run(['npm', ...args, ...options]);
  try {
    return (output.trim() === '' ? {} : JSON.parse(output)) as T;
  } catch {
    return undefined;
  }
}

const workspaces = ['server', 'web'];
const shipped = new Set(
  workspaces.flatMap((workspace) => {
    const { dependencies } = JSON.parse(readFileSync(inRoot(workspace, 'package.json'), 'utf8'));
    return Object.keys(dependencies as Record<string, string>);
  }),
);

async function behind(): Promise<string[] | undefined> {
  const [nodes, outdated] = await Promise.all([
    ask<string[]>('view', 'node', 'versions'),
    ask<Record<string, { current?: string; latest?: string }>>(
      'outdated',
      ...workspaces.map((workspace) => `--workspace=${workspace}`),
    ),
  ]);
  if (!Array.isArray(nodes) || !outdated || 'error' in outdated) return undefined;
  const newest = newestSupported(nodes, new Date());
  const runtime = process.versions.node;
  const old =
    newest && compareVersions(runtime, newest) < 0 ? [`Node ${runtime}: ${newest} is supported`] : [];
  const packages = Object.entries(outdated)
    .filter(([name, { current, latest }]) => shipped.has(name) && current && latest && current !== latest)
    .map(([name, { current, latest }]) => `${name} ${current}: ${latest} is out`);
  return [...old, ...packages];
}

const found = await behind();
if (!found) console.log('Whether anything has fallen behind is not known: npm could not be asked.');
else if (found.length > 0) console.log(['Fallen behind:', ...found.map((line) => `  ${line}`)].join('\n'));
