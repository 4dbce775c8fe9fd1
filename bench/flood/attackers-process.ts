/** Runs one attack after the other, each from the bench's `begin` to its `end`. */
import { setPriority } from 'node:os';
import { ATTACKS } from './attacks.ts';
import { startAssault, type Assault } from './assault.ts';
import type { FromAttackers, Means, ToAttackers } from './flood-protocol.ts';

const LOWEST_PRIORITY = 19;
setPriority(LOWEST_PRIORITY);

let means: Means;
let assault: Assault | undefined;
let before = process.cpuUsage();
let began = performance.now();
const answer = (message: FromAttackers) => process.send!(message);

process.on('message', (message: ToAttackers) => void obey(message));
process.on('disconnect', () => process.exit());

async function obey(message: ToAttackers): Promise<void> {
  if ('means' in message) {
    means = message.means;
    answer({ ready: true });
  } else if ('begin' in message) {
    before = process.cpuUsage();
    began = performance.now();
    assault = startAssault(means.port);
    await ATTACKS[message.begin](assault, means);
    answer({ begun: true });
  } else {
    const { user, system } = process.cpuUsage(before);
    const cpuShare = (user + system) / 1000 / (performance.now() - began);
    answer({ tally: (await assault?.end()) ?? {}, cpuShare });
  }
}
