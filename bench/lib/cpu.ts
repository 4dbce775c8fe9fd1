import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** As Linux counts them. */
const TICKS_A_SECOND = 100;

interface Process {
  parent: number;
  /** Seconds of CPU. */
  own: number;
  /** Those of its children which have ended. */
  ended: number;
}

/** Seconds of CPU that a process has used, where the system tells (Linux). */
export const cpuSeconds = (pid: number): number => readProcess(pid)?.own ?? Number.NaN;

/** Those of a process and of all below it, those that have ended included. */
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
  let total = 0;
  for (const [pid, { own, ended }] of processes) if (isBelow(pid)) total += own + ended;
  return total;
}

/** The process above all of a database's. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return readProcess(rows[0]!.pid)!.parent;
}

/** Undefined: it has ended, or the system does not tell. */
export function readProcess(pid: number): Process | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    const secondsIn = (...at: number[]) =>
      at.reduce((total, index) => total + Number(fields[index]), 0) / TICKS_A_SECOND;
    return { parent: Number(fields[1]), own: secondsIn(11, 12), ended: secondsIn(13, 14) };
  } catch {
    return undefined;
  }
}
