/**
 * Runs the quick tests at hours and in places where tests like to break, on a machine whose clock libfaketime moves.
 * Parts of the names of occasions as arguments take only those.
 */
import { existsSync } from 'node:fs';
import { quickTests, type Step } from './checks.ts';
import { runStages } from './step-runner.ts';

/** Where Debian and its relatives put it. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

/** An occasion: the moment the machine believes it is, and where. */
const OCCASIONS: [name: string, moment: string, zone: string][] = [
  ['half an hour before midnight', '2026-11-21T23:30:00Z', 'UTC'],
  ['29 February', '2028-02-29T12:00:00Z', 'UTC'],
  ['New Year’s Eve', '2027-12-31T23:57:00Z', 'UTC'],
  ['the night in which summer time begins', '2027-03-28T00:58:00Z', 'Europe/Berlin'],
  ['the night in which summer time ends', '2027-10-31T00:58:00Z', 'Europe/Berlin'],
  ['Kiritimati, 14 hours ahead', '2027-06-30T23:30:00Z', 'Pacific/Kiritimati'],
  ['St. John’s, three and a half hours behind', '2027-07-01T02:15:00Z', 'America/St_Johns'],
  ['Kathmandu, five and three quarter hours ahead', '2027-06-30T18:00:00Z', 'Asia/Kathmandu'],
];

const library = LIBRARIES.find((file) => existsSync(file));
if (!library) {
  console.error('libfaketime is missing. On Debian: apt-get install faketime.');
  process.exit(1);
}

/** The quick tests on a machine whose clock stands elsewhere; how long a thing takes is measured as ever. */
function at([name, moment, zone]: (typeof OCCASIONS)[number]): Step {
  const away = Math.round((Date.parse(moment) - Date.now()) / 1000);
  return {
    ...quickTests,
    name,
    env: {
      TZ: zone,
      LD_PRELOAD: library,
      FAKETIME: `${away < 0 ? '' : '+'}${away}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    },
  };
}

const wanted = process.argv.slice(2);
let ok = true;
for (const occasion of OCCASIONS) {
  if (wanted.length > 0 && !wanted.some((part) => occasion[0].includes(part))) continue;
  console.log(`\n${occasion[0]}: ${occasion[1]}, ${occasion[2]}`);
  ok = (await runStages([at(occasion)])) && ok;
}
process.exitCode = ok ? 0 : 1;
