import { readFileSync, writeFileSync } from 'node:fs';
import { childrenOf } from '../evening/processor.ts';

const LOOK_MS = 50;
const KB_PER_MB = 1024;
/** Written to `clear_refs`, makes Linux reset the peak memory of a process. */
const FORGET_PEAK = '5';

/**
 * Measures until `end` the peak memory of a process in megabytes: its own, and that with its children. Program files in
 * memory, which they share, count once.
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

/** Returns the kilobytes of a process; 0 if it has ended meanwhile. */
function residentOf(pid: number): { own: number; files: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const kb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { own: kb('RssAnon') + kb('RssShmem'), files: kb('RssFile') };
  } catch {
    return { own: 0, files: 0 };
  }
}
