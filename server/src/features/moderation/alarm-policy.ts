import { HOUR_MS } from '@herenow/contract/constants';

const DAY_MS = 24 * HOUR_MS;

/** The least age of the account of a reporter whose report counts. */
const ACCOUNT_MS = 7 * DAY_MS;
/** From how many judged reports on the share of right ones says something. */
const JUDGED_MIN = 3;

/** A report of *Underage user* that waits, by somebody who has met the person or was shown them. */
export interface Voice {
  reportId: string;
  mailbox: string;
  network: string;
  accountSince: Date;
  finished: boolean;
  suspended: boolean;
  /** Reports of that kind with which no operator agreed. */
  wrong: number;
  /** All reports that were judged, and those with which an operator agreed. */
  judged: number;
  upheld: number;
  /** Another report of theirs has hidden somebody, and no operator has agreed with it. */
  spent: boolean;
}

/** Nobody hides people at will: a reporter who was wrong, or waits for a judgement, does not count for a time. */
export function isOfGoodStanding(voice: Voice, now: Date): boolean {
  const { accountSince, finished, suspended, wrong, judged, upheld, spent } = voice;
  const old = now.getTime() - accountSince.getTime() >= ACCOUNT_MS;
  const reliable = judged < JUDGED_MIN || upheld * 2 >= judged;
  return old && finished && !suspended && wrong === 0 && reliable && !spent;
}

/** Two voices of good standing that are two people, as far as mailboxes and networks can tell; undefined: there are none. */
export function twoVoices(voices: readonly Voice[], now: Date): readonly [Voice, Voice] | undefined {
  const good = voices.filter((voice) => isOfGoodStanding(voice, now));
  for (const one of good)
    for (const other of good)
      if (one.mailbox !== other.mailbox && one.network !== other.network) return [one, other];
  return undefined;
}
