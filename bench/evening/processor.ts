/** Which processor runs what, and who uses it, as Linux tells. */
import { readdirSync, readFileSync } from 'node:fs';
import { readProcess } from '../lib/cpu.ts';
import { runProgram } from '../lib/programs.ts';

const TICKS_A_SECOND = 100;

/** Keeps a process, its threads and what it starts from now on, to these processors (as `0` or `1-3`). */
export async function pinTo(processors: string, pid: number): Promise<void> {
  await runProgram('taskset', ['-a', '-c', '-p', processors, String(pid)]);
}

/** The same for a process and those right below it. */
export async function pinTree(processors: string, root: number): Promise<void> {
  await pinTo(processors, root);
  for (const pid of childrenOf(root)) await pinTo(processors, pid);
}

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProcess(pid)?.parent === parent);

/** Seconds that a processor has been busy, with whatever. */
export function busySeconds(processor: number): number {
  const line = new RegExp(`^cpu${processor} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'latin1'))![1]!;
  // user, nice, system; idle and waiting for the disk are left out; interrupts and what other machines took.
  const [user, nice, system, , , irq, soft, stolen] = line.split(' ');
  const ticks = [user, nice, system, irq, soft, stolen].reduce((sum, one) => sum + Number(one), 0);
  return ticks / TICKS_A_SECOND;
}

/** Kilobytes of a process, each shared page in parts with those who share it. */
export const proportionalKb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1]);
