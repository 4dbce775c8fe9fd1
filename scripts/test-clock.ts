/**
 * Runs the quick tests at hours and in places where tests like to break, on a machine whose clock libfaketime moves.
 * With `pages` among the arguments the browser tests run, too: libfaketime moves the clock of the browser, of its server
 * and of the tests alike. Other arguments are parts of the names of occasions, and take only those.
 */
import { fakeTimeLibrary } from '@herenow/testing/fake-time';
import { build, endToEnd, quickTests, type Step } from './checks.ts';
import { runStages } from './step-runner.ts';

/** Always to come: the clock that only goes on moves, too, and would stand before the start of the machine. */
const YEAR = new Date().getUTCFullYear() + 1;
const leapYear = Math.ceil(YEAR / 4) * 4;
const lastSunday = (month: number) => {
  const last = new Date(Date.UTC(YEAR, month, 0));
  return `${YEAR}-${String(month).padStart(2, '0')}-${last.getUTCDate() - last.getUTCDay()}`;
};

/** An occasion: the moment the machine believes it is, and where. */
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

/** Their servers are told that their clock is off: the database of all tests keeps the true one. */
const LEFT_OUT = ['siege', 'flooder'].map((name) => `--exclude=**/${name}.test.ts`);
const tests: Step = {
  ...quickTests,
  commands: quickTests.commands.map((command) => [...command, ...LEFT_OUT]),
};

const library = fakeTimeLibrary();
if (!library) {
  console.error('libfaketime is missing. On Debian: apt-get install faketime.');
  process.exit(1);
}

/**
 * A step on a machine whose clocks stand elsewhere. All of them: a browser whose two clocks are told different things
 * never rests.
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
// Built first, by the true clock.
let ok = !pages || (await runStages([build]));
for (const [name, moment, zone] of OCCASIONS) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  console.log(`\n${name}: ${moment}, ${zone}`);
  const stages = [[at(moment, zone, tests)], ...(pages ? [[at(moment, zone, endToEnd)]] : [])];
  ok = (await runStages(...stages)) && ok;
}
process.exitCode = ok ? 0 : 1;
