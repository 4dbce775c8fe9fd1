import { readdirSync, readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

interface Process {
  parent: number;
  /** Its own time, and that of its children which ended. */
  ticks: number;
}

/** Seconds of CPU of a process and of all below it, those that have ended included, as Linux counts them. */
export function cpuOfTree(root: number): number {
  const processes = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined;
    if (found) processes.set(Number(name), found);
  }
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  const ticks = [...processes].flatMap(([pid, found]) => (isBelow(pid) ? found.ticks : []));
  return ticks.reduce((total, one) => total + one, 0) / TICKS_A_SECOND;
}

export function readProcess(pid: number): Process | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    const ticks = [11, 12, 13, 14].reduce((total, index) => total + Number(fields[index]), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined; // it ended meanwhile
  }
}
