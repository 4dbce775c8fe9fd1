import { readFileSync, writeFileSync } from 'node:fs';
import { childrenOf } from '../evening/processor.ts';
import { residentKb } from '../live/peer.ts';

const LOOK_MS = 50;
const KB_PER_MB = 1024;
/** What Linux takes as: forget the most that this process has held. */
const FORGET_PEAK = '5';

/** The most that a process holds until `end`, in megabytes: by itself, and with those that it started. */
export function watchMemory(pid: number) {
  writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK);
  let all = 0;
  const residentOf = (one: number): number => {
    try {
      return residentKb(one) || 0;
    } catch {
      return 0; // it ended meanwhile
    }
  };
  const look = () => {
    const sum = [pid, ...childrenOf(pid)].reduce((total, one) => total + residentOf(one), 0);
    all = Math.max(all, sum);
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
