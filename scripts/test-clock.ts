/**
 * Runs the quick tests at hours and in places where tests like to break, on a machine whose clock libfaketime moves.
 * With `pages` among the arguments the browser tests run, too: libfaketime moves the clock of the browser, of its server
 * and of the tests alike. Other arguments are parts of the names of occasions, and take only those.
 */
import { fakeTimeLibrary } from '@herenow/testing/fake-time';
import { build, endToEnd, quickTests, type Step } from './checks.ts';
import { runStages } from './step-runner.ts';

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

const library = fakeTimeLibrary();
if (!library) {
  console.error('libfaketime is missing. On Debian: apt-get install faketime.');
  process.exit(1);
}

/** A step on a machine whose clock stands elsewhere; how long a thing takes is measured as ever. */
function at(moment: string, zone: string, step: Step): Step {
  const away = Math.round((Date.parse(moment) - Date.now()) / 1000);
  return {
    ...step,
    env: {
      ...step.env,
      TZ: zone,
      LD_PRELOAD: library,
      FAKETIME: `${away < 0 ? '' : '+'}${away}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}

const args = process.argv.slice(2);
const pages = args.includes('pages');
const wanted = args.filter((arg) => arg !== 'pages');
// Built first, by the true clock.
let ok = !pages || (await runStages([build]));
for (const [name, moment, zone] of OCCASIONS) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  console.log(`\n${name}: ${moment}, ${zone}`);
  const stages = [[at(moment, zone, quickTests)], ...(pages ? [[at(moment, zone, endToEnd)]] : [])];
  ok = (await runStages(...stages)) && ok;
}
process.exitCode = ok ? 0 : 1;
