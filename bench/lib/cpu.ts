import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** The unit of CPU times in `/proc` on Linux. */
export const TICKS_A_SECOND = 100;

interface Process {
  parent: number;
  /** Seconds of CPU that the process itself has used. */
  own: number;
  /** Seconds of CPU of its children that have ended. */
  ended: number;
}

/** Returns the seconds of CPU that a process has used; NaN if it has ended or the system is not Linux. */
export const cpuSeconds = (pid: number): number => readProcess(pid)?.own ?? Number.NaN;

/** Returns the seconds of CPU of a process and of all its descendants, including those that have ended. */
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

/** Returns the id of the process that is the parent of all others of a database. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return readProcess(rows[0]!.pid)!.parent;
}

/** Reads a process from `/proc`; returns undefined if it has ended or the system is not Linux. */
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
