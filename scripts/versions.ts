/**
 * Tells where the runtime or a dependency that meets the network has fallen behind: what the server runs on and what
 * browsers are sent. Silent where all is new. Says so and fails nothing where the registry cannot be asked.
 */
import { readFileSync } from 'node:fs';
import { inRoot, run } from './processes.ts';
import { compareVersions, newestSupported } from './release-lines.ts';

const PATIENCE_MS = 30_000;

/** What npm says as JSON; it ends with 1 where it has something to tell. */
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
