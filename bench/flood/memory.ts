import { readFileSync, writeFileSync } from 'node:fs';
import { childrenOf } from '../evening/processor.ts';

const LOOK_MS = 50;
const KB_PER_MB = 1024;
/** What Linux takes as: forget the most that this process has held. */
const FORGET_PEAK = '5';

/**
 * The most that a process holds until `end`, in megabytes: by itself, and with those that it started. The files of programs,
 * which they share, count once.
 */
export function watchMemory(pid: number) {
  writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK);
  let all = 0;
  const look = () => {
    const found = [pid, ...childrenOf(pid)].map(residentOf);
    const files = Math.max(...found.map((one) => one.files));
    all = Math.max(
      all,
      found.reduce((sum, one) => sum + one.own, files),
    );
  };
  const looks = setInterval(look, LOOK_MS);
  return {
    end(): { node: number; all: number } {
      look();
      clearInterval(looks);
      const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
      return { node: peak / KB_PER_MB, all: Math.max(all, peak) / KB_PER_MB };
    },
  };
}

/** Kilobytes; nothing of a process that has ended meanwhile. */
function residentOf(pid: number): { own: number; files: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { own: kb('RssAnon') + kb('RssShmem'), files: kb('RssFile') };
  } catch {
    return { own: 0, files: 0 };
  }
}
