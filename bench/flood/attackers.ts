import { setPriority } from 'node:os';
import type { LoadCommands } from '../live/load-protocol.ts';
import { startAssault, type Assault } from './assault.ts';
import { ATTACKS, type AttackName, type Means } from './attacks.ts';

const LOWEST_PRIORITY = 19;

/** Creates the part of the load that attacks: one attack after the other, in a process of the lowest priority. */
export function createAttackers() {
  let means: Means;
  let assault: Assault;
  let before: NodeJS.CpuUsage;
  let began: number;
  return {
    async arm(input: Means): Promise<void> {
      setPriority(LOWEST_PRIORITY);
      means = input;
    },
    async attack(name: AttackName): Promise<void> {
      before = process.cpuUsage();
      began = performance.now();
      assault = startAssault(means.port);
      await ATTACKS[name](assault, means);
    },
    async cease(): Promise<LoadCommands['cease']['output']> {
      const { user, system } = process.cpuUsage(before);
      const cpuShare = (user + system) / 1000 / (performance.now() - began);
      return { tally: await assault.end(), cpuShare };
    },
  };
}
