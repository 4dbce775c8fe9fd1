/** Assigns processes to processors and reads the usage of processors and memory, on Linux. */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { readProcess, TICKS_A_SECOND } from '../lib/cpu.ts';
import { runProgram } from '../lib/programs.ts';

/** The processor of the servers; the load runs on the others. */
export const SERVED = 0;

/** Restricts a process, its threads and its future children to these processors (such as `0` or `1-3`). */
export async function pinTo(processors: string, pid: number): Promise<void> {
  await runProgram('taskset', ['-a', '-c', '-p', processors, String(pid)]);
}

/** Keeps this process, its threads and its future children off the processor of the servers. Throws if there is no other. */
export async function leaveToServers(): Promise<void> {
  const processors = cpus().length;
  if (processors < 2)
    throw new Error('This bench needs two processors: one for the servers, one for the load.');
  await pinTo(processors === 2 ? '1' : `1-${processors - 1}`, process.pid);
}

/** Restricts a process and its direct children in the same way. */
export async function pinTree(processors: string, root: number): Promise<void> {
  await pinTo(processors, root);
  for (const pid of childrenOf(root)) await pinTo(processors, pid);
}

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProcess(pid)?.parent === parent);

/** Returns the seconds that a processor has been busy, no matter which process used it. */
export function busySeconds(processor: number): number {
  const line = new RegExp(`^cpu${processor} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'latin1'))![1]!;
  // The fields in order are user, nice, system, idle, iowait, irq, softirq and steal; idle and iowait do not count.
  const [user, nice, system, , , irq, soft, stolen] = line.split(' ');
  const ticks = [user, nice, system, irq, soft, stolen].reduce((sum, one) => sum + Number(one), 0);
  return ticks / TICKS_A_SECOND;
}

/** Returns the kilobytes of a process, with each shared page divided among the processes that share it. */
export const proportionalKb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1]);
