/**
 * Runs the quick tests at times and in time zones in which tests tend to break, by moving the machine's clock with
 * libfaketime. With the argument `pages` the browser tests run, too, with the same clock for the browser, its server
 * and the tests. Any other argument selects the occasions whose names contain it.
 */
import { fakeTimeLibrary } from '@herenow/testing/fake-time';
import { build, endToEnd, states, tests, type Step } from './checks.ts';
import { runStages } from './step-runner.ts';

/**
 * A year that is always ahead: the monotonic clock moves as well, and in the past it would precede the machine's boot.
 */
const YEAR = new Date().getUTCFullYear() + 1;
const leapYear = Math.ceil(YEAR / 4) * 4;
const lastSunday = (month: number) => {
  const last = new Date(Date.UTC(YEAR, month, 0));
  return `${YEAR}-${String(month).padStart(2, '0')}-${last.getUTCDate() - last.getUTCDay()}`;
};

/** An occasion: the time and the time zone that the machine is given. */
const OCCASIONS: [name: string, moment: string, zone: string][] = [
  ['half an hour before midnight', `${YEAR}-11-21T23:30:00Z`, 'UTC'],
  ['29 February', `${leapYear}-02-29T12:00:00Z`, 'UTC'],
  ['New Year’s Eve', `${YEAR}-12-31T23:57:00Z`, 'UTC'],
  ['the night in which summer time begins', `${lastSunday(3)}T00:58:00Z`, 'Europe/Berlin'],
  ['the night in which summer time ends', `${lastSunday(10)}T00:58:00Z`, 'Europe/Berlin'],
  ['Kiritimati, 14 hours ahead', `${YEAR}-06-30T23:30:00Z`, 'Pacific/Kiritimati'],
  ['St. John’s, three and a half hours behind', `${YEAR}-07-01T02:15:00Z`, 'America/St_Johns'],
  ['Kathmandu, five and three quarter hours ahead', `${YEAR}-06-30T18:00:00Z`, 'Asia/Kathmandu'],
];

/** Starts databases of its own, whose timeouts do not work with a moved clock. */
const LEFT_OUT = '--exclude=**/database-embedded.test.ts';
const quickTests: Step = {
  ...tests,
  commands: tests.commands.map((command) => [...command, LEFT_OUT]),
};

const library = fakeTimeLibrary();
if (!library) {
  console.error('libfaketime is missing. On Debian: apt-get install faketime.');
  process.exit(1);
}

/**
 * Returns the step as run at the given time and place. All clocks are moved: a browser whose wall clock and monotonic
 * clock disagree never becomes idle.
 */
function at(moment: string, zone: string, step: Step): Step {
  const ahead = Math.round((Date.parse(moment) - Date.now()) / 1000);
  return {
    ...step,
    env: {
      ...step.env,
      TZ: zone,
      LD_PRELOAD: library,
      FAKETIME: `+${ahead}s`,
    },
  };
}

const args = process.argv.slice(2);
const pages = args.includes('pages');
const wanted = args.filter((arg) => arg !== 'pages');
// The build comes first, with the true clock.
let ok = !pages || (await runStages([build]));
for (const [name, moment, zone] of OCCASIONS) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  console.log(`\n${name}: ${moment}, ${zone}`);
  const steps = [quickTests, states].map((step) => at(moment, zone, step));
  ok = (await runStages(steps, ...(pages ? [[at(moment, zone, endToEnd)]] : []))) && ok;
}
process.exitCode = ok ? 0 : 1;
