import { DAY_MS } from '@herenow/contract/constants';

/** The minimum account age of a reporter whose report counts. */
const ACCOUNT_MS = 7 * DAY_MS;
/** The number of judged reports from which the share of right ones is meaningful. */
const JUDGED_MIN = 3;

/** A pending report of *Underage user* by a reporter who has a chat with the person or was shown them. */
export interface Voice {
  reportId: string;
  mailbox: string;
  network: string;
  accountSince: Date;
  finished: boolean;
  suspended: boolean;
  /** Reports of that kind that operators rejected. */
  wrong: number;
  /** All judged reports, and those that operators upheld. */
  judged: number;
  upheld: number;
  /**
   * Whether another report by any account of the reporter’s mailbox has hidden a person, and no operator has upheld it.
   */
  spent: boolean;
}

/**
 * Whether a reporter’s report counts. To prevent abuse, a reporter who was wrong, or awaits a judgement, does not count
 * for a time.
 */
export function isOfGoodStanding(voice: Voice, now: Date): boolean {
  const { accountSince, finished, suspended, wrong, judged, upheld, spent } = voice;
  const old = now.getTime() - accountSince.getTime() >= ACCOUNT_MS;
  const reliable = judged < JUDGED_MIN || upheld * 2 >= judged;
  return old && finished && !suspended && wrong === 0 && reliable && !spent;
}

/**
 * Returns two reports of good standing by two different people, as far as mailboxes and networks can tell; undefined if
 * there are none.
 */
export function twoVoices(voices: readonly Voice[], now: Date): readonly [Voice, Voice] | undefined {
  const good = voices.filter((voice) => isOfGoodStanding(voice, now));
  for (const one of good)
    for (const other of good)
      if (one.mailbox !== other.mailbox && one.network !== other.network) return [one, other];
  return undefined;
}
