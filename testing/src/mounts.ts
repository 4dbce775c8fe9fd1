import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
let asked: Promise<boolean> | undefined;

/** Whether this process may mount; root in a container often may not. */
export function mayMount(): Promise<boolean> {
  return (asked ??= run('unshare', ['--mount', 'true']).then(
    () => process.getuid?.() === 0,
    () => false,
  ));
}
